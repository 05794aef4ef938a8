/** Colours of the members of kinds: those of a look, words that are colours, or places on a wheel. */

import { hash } from "./rosette.js";

const WORDS = {
  red: "#c0362c", green: "#2f8a4c", blue: "#2b64bd", yellow: "#e6b32a", black: "#2c2b31", white: "#e8e4da",
  grey: "#6f7781", gray: "#6f7781", brown: "#80502e", purple: "#753ca0", orange: "#d96f1e", pink: "#cf5088",
  gold: "#c2952a", silver: "#8d97a3", teal: "#1f8583", wild: "rainbow", rainbow: "rainbow",
  hearts: "#b92525", diamonds: "#b92525", spades: "#202028", clubs: "#202028",
};
const WHEEL = ["#b3452d", "#2d6c8c", "#7857a2", "#38875a", "#b98227", "#a03d74", "#3b8a86", "#596070", "#4d63b5", "#8a8a2e"];
const HEX = /^#[0-9a-f]{6}$/i;

/** Only what is certainly a colour becomes one. @param {unknown} colour */
export const isColour = (colour) => colour === "rainbow" || (typeof colour === "string" && HEX.test(colour));

/**
 * The colour of a member. @param {string} member its label @param {number} number
 * @param {Record<string, string> | undefined} told what a look says of its kind, by member or label
 */
export function colourOf(member, number, told) {
  const said = told?.[member] ?? told?.[member.replaceAll(" ", "_")];
  if (isColour(said)) return said;
  if (said in WORDS) return WORDS[said];
  const last = member.split(" ").pop() ?? "";
  return WORDS[member] ?? WORDS[last] ?? WHEEL[number % WHEEL.length];
}

/** The hue of a game's felt, from its title. @param {string} title */
export const hueOf = (title) => hash(title) % 360;

/** The colour of something that has but a name: its place among its fellows, far from its neighbours. @param {number} place @param {number} among */
export function wheel(place, among) {
  if (among <= WHEEL.length) return WHEEL[place % WHEEL.length];
  const hue = (place * 137.5 + 25) % 360;
  const light = 44 + (place % 3) * 5;
  return hsl(hue, 42, light);
}

function hsl(hue, saturation, light) {
  const a = (saturation / 100) * Math.min(light / 100, 1 - light / 100);
  const part = (n) => {
    const k = (n + hue / 30) % 12;
    const value = light / 100 - a * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255).toString(16).padStart(2, "0");
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}

/** Whether dark print is needed on it. @param {string} colour */
export function isPale(colour) {
  if (!HEX.test(colour)) return false;
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return (r * 299 + g * 587 + b * 114) / 1000 > 165;
}

/** Of the people around a table, told apart also by those who see few colours (they have letters, too). */
export const SEATS = ["#e9b872", "#8ecae6", "#a3d9a5", "#f4a6b7", "#c8b6ff", "#ffd6a5"];
