/** What is to be drawn on each card, worked out once from its attributes and the look of the game. No nodes here. */

import { colourOf, isPale, wheel } from "./palette.js";
import { pipOf } from "./pips.js";
import { hash } from "./rosette.js";

/**
 * @typedef {{cards: string, text: string, face: Record<string, string | number | boolean | null>, copies: number}} Look
 * @typedef {{kind: "numeral" | "pips" | "named", colour: string, pale: boolean, pip: string | null, corner: string,
 *   title: string, sub: string, says: string, stats: [string, string | number][], flags: string[], text: string,
 *   rosette: string, order: number[]}} Face
 */

const FRENCH = new Set(["hearts", "diamonds", "spades", "clubs"]);
const SPOTS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const COLOURED = /^(colou?r|suit|style)$/i;
const NAMED = new Set(["name", "title"]);
const SAYING = new Set(["says", "text", "rule", "does"]);

/** A rank or number as it is printed in a corner: `10`, `Q`. @param {unknown} value */
export function index(value) {
  const word = String(value);
  const spot = SPOTS.indexOf(word);
  if (spot >= 0) return String(spot + 1);
  if (/^[\d/+-]+$/.test(word) || word.length <= 2) return word;
  return word[0].toUpperCase();
}

/** The kind whose members an attribute has on most cards of a type. */
function kindOf(meta, looks, attribute, told) {
  if (told.kinds?.[attribute] in meta.kinds) return told.kinds[attribute];
  const words = new Set(looks.map((look) => look.face[attribute]).filter((word) => word !== null));
  const most = looks.filter((look) => look.face[attribute] !== null).length * 2 > looks.length;
  if (!most || !words.size || [...words].some((word) => typeof word !== "string")) return null;
  const fits = Object.entries(meta.kinds).filter(
    ([name, kind]) => !name.includes(".") && [...words].every((word) => kind.labels.includes(word) || kind.members.includes(word)),
  );
  fits.sort(([, a], [, b]) => a.labels.length - b.labels.length);
  return fits.length ? fits[0][0] : null;
}

/** Which attribute colours a type of cards, and its kind. */
function tintOf(meta, looks, told) {
  const kinds = Object.keys(looks[0].face).map((name) => [name, kindOf(meta, looks, name, told)]).filter(([, kind]) => kind);
  if (told.color) return kinds.find(([name]) => name === told.color) ?? null;
  const word = ([name, kind]) => COLOURED.test(name) || COLOURED.test(kind);
  const several = ([name, kind]) => !kind.includes(".") && new Set(looks.map((look) => look.face[name])).size > 1;
  return kinds.find(word) ?? kinds.filter(several).sort((a, b) => meta.kinds[a[1]].labels.length - meta.kinds[b[1]].labels.length)[0] ?? null;
}

/** The place of a word among the members of a kind, -1 if it is none. */
function placeIn(kind, word) {
  const low = String(word).toLowerCase();
  const at = kind.labels.findIndex((label) => label.toLowerCase() === low);
  return at >= 0 ? at : kind.members.indexOf(low.replaceAll(" ", "_"));
}

/** What a look says of a member, whichever way it is called there. */
const toldOf = (said, kind, number, word) => said?.[word] ?? said?.[kind.labels[number]] ?? said?.[kind.members[number]];

/** What a text says beyond these words. */
function beyond(text, words) {
  let rest = ` ${text} `;
  for (const word of words) if (word) rest = rest.replace(` ${word} `, " ");
  return rest.replace(/ of /g, " ").trim();
}

/** A family of cards: what its faces have in common. */
function family(meta, lookFile, cards) {
  const looks = meta.looks.filter((look) => look.cards === cards);
  const told = lookFile?.cards?.[cards] ?? {};
  const tint = tintOf(meta, looks, told);
  const names = Object.keys(looks[0].face);
  const name = told.title ?? names.find((n) => NAMED.has(n)) ?? null;
  const says = told.text ?? names.find((n) => SAYING.has(n)) ?? null;
  const rank = names.find((n) => /^(rank|value|number)$/i.test(n)) ?? null;
  const french = tint !== null && meta.kinds[tint[1]].labels.some((label) => FRENCH.has(label));
  return { cards, looks, told, tint, name, says, rank, french };
}

function cornerOf(kin, look, rest) {
  const told = [kin.told.corner ?? []].flat().filter((name) => name in look.face && look.face[name] !== null);
  if (told.length) return told.map((name) => index(look.face[name])).join("/");
  if (kin.french && kin.rank && look.face[kin.rank] !== null) return index(look.face[kin.rank]);
  if (/^[\d/+−-]{1,5}$/.test(rest) || (rest.length > 0 && rest.length <= 2)) return rest;
  return "";
}

/** @returns {Face} */
function faceOf(meta, lookFile, kin, look) {
  const { tint, told } = kin;
  const member = tint ? look.face[tint[0]] : null;
  const kind = tint ? meta.kinds[tint[1]] : null;
  const number = kind && member !== null ? placeIn(kind, member) : -1;
  const name = kin.name && look.face[kin.name] !== null ? String(look.face[kin.name]) : null;
  const rest = beyond(look.text, [name, member]);
  const corner = cornerOf(kin, look, rest);
  const title = name ?? (corner && rest === corner ? "" : rest || look.text);
  const own = kin.looks.indexOf(look);
  const painted = told.paint ? colourOf(told.paint, own, { [told.paint]: told.paint }) : null;
  const colour = painted ?? (number >= 0 ? colourOf(kind.labels[number], number, { [kind.labels[number]]: toldOf(lookFile?.colors?.[tint[1]], kind, number, member) }) : plainColour(meta, kin, own));
  const shown = new Set([kin.name, kin.says, tint?.[0], ...(Array.isArray(told.corner) ? [] : [told.corner])]);
  const stats = [];
  const flags = [];
  let sub = "";
  for (const [key, value] of Object.entries(look.face)) {
    if (shown.has(key) || value === null || value === false) continue;
    const label = key.replaceAll("_", " ");
    if (value === true) flags.push(label);
    else if (typeof value === "number") stats.push([label, value]);
    else if (value !== corner && String(value).toLowerCase() !== title.toLowerCase() && !sub && !kin.french) sub = String(value);
  }
  return {
    kind: faceKind(kin, told.face, name, corner, title), colour, pale: isPale(colour),
    pip: told.drawing ?? (number >= 0 ? pipOf(kind.labels[number], number, toldOf(lookFile?.pips?.[tint[1]], kind, number, member)) : null),
    corner, title: title && title[0].toUpperCase() + title.slice(1), sub, says: kin.says ? String(look.face[kin.says] ?? "") : "",
    stats, flags, text: look.text, rosette: name ?? (member ? `${member}` : look.cards), order: [number < 0 ? 99 : number],
  };
}

/** Of cards without a kind that colours them: one for a type of few looks that is not the only one, else by name. */
function plainColour(meta, kin, own) {
  const types = [...new Set(meta.looks.map((look) => look.cards))];
  if (kin.tint && types.length > 1) return "#666b75";
  return wheel(own + (types.length > 1 ? hash(kin.cards) % 7 : 0), kin.looks.length);
}

function faceKind(kin, told, name, corner, title) {
  if (told === "numeral" || told === "pips" || told === "named") return told;
  if (kin.french && corner && !name) return "pips";
  return corner && !title && !name ? "numeral" : "named";
}

/**
 * The faces of a game, by the number of a look.
 * @returns {Face[]}
 */
export function facesOf(meta, lookFile = null) {
  const families = new Map();
  return meta.looks.map((look) => {
    if (!families.has(look.cards)) families.set(look.cards, family(meta, lookFile, look.cards));
    return faceOf(meta, lookFile, families.get(look.cards), look);
  });
}
