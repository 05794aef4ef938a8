/** Cards as descriptions of nodes: three faces (numeral, pips, named) and a back. */

import { h } from "./dom.js";
import { PIPS } from "./pips.js";
import { rosette } from "./rosette.js";

const made = new Set();

/** A pattern is drawn once for a page and used wherever its name is. @param {string} name */
function pattern(name, className = "ros") {
  const id = `ros-${[...name].map((sign) => sign.codePointAt(0)?.toString(36)).join("-")}`;
  if (!made.has(id)) {
    made.add(id);
    const defs = document.getElementById("drawings");
    const symbol = document.createElementNS("http://www.w3.org/2000/svg", "symbol");
    symbol.id = id;
    symbol.setAttribute("viewBox", "-50 -50 100 100");
    rosette(name).forEach((curve, n) => {
      const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      path.setAttribute("d", curve);
      path.setAttribute("fill", n === 2 ? "currentColor" : "none");
      path.setAttribute("fill-opacity", ".18");
      path.setAttribute("stroke", "currentColor");
      path.setAttribute("stroke-opacity", String(0.9 - n * 0.18));
      path.setAttribute("stroke-width", n ? ".8" : "1.1");
      symbol.append(path);
    });
    defs?.append(symbol);
  }
  return h("svg", { class: className, viewBox: "-50 -50 100 100", "aria-hidden": "true" }, h("use", { href: `#${id}`, x: -50, y: -50, width: 100, height: 100 }));
}

/** A drawing that stands for the member of a kind. */
export const pip = (name, className = "pip") =>
  h("svg", { class: className, viewBox: "-42 -42 84 84", "aria-hidden": "true" }, h("path", { d: PIPS[name] ?? PIPS.round, fill: "currentColor", "fill-rule": "evenodd" }));

const corner = (face, last = false) =>
  h("span", { class: `ix${last ? " last" : ""}${face.corner.length > 2 ? " long" : ""}`, "aria-hidden": "true" }, h("b", {}, face.corner), face.pip ? pip(face.pip) : null);

const SPOTS = { 1: [[50, 50]], 2: [[50, 20], [50, 80]], 3: [[50, 20], [50, 50], [50, 80]] };
SPOTS[4] = [[30, 20], [70, 20], [30, 80], [70, 80]];
SPOTS[5] = [...SPOTS[4], [50, 50]];
SPOTS[6] = [...SPOTS[4], [30, 50], [70, 50]];
SPOTS[7] = [...SPOTS[6], [50, 35]];
SPOTS[8] = [...SPOTS[7], [50, 65]];
SPOTS[9] = [...SPOTS[4], [30, 40], [70, 40], [30, 60], [70, 60], [50, 50]];
SPOTS[10] = [...SPOTS[4], [30, 40], [70, 40], [30, 60], [70, 60], [50, 30], [50, 70]];

function pipsFace(face) {
  const spots = SPOTS[face.corner];
  const body = spots
    ? h("span", { class: "spots", "aria-hidden": "true" }, spots.map(([x, y]) => h("span", { class: y > 50 ? "spot down" : "spot", vars: { "--x": `${x}%`, "--y": `${y}%` } }, pip(face.pip ?? "round"))))
    : face.corner === "A"
      ? h("span", { class: "ace", "aria-hidden": "true" }, pip(face.pip ?? "round"))
      : h("span", { class: "court", "aria-hidden": "true" }, pattern(face.text), h("b", {}, face.corner), pip(face.pip ?? "round", "pip under"));
  return [body, corner(face), corner(face, true)];
}

function numeralFace(face) {
  const flag = face.flags.length ? h("span", { class: "flag", "aria-hidden": "true" }, face.flags[0]) : null;
  return [pattern(face.rosette), h("span", { class: `big${face.corner.length > 2 ? " long" : ""}`, "aria-hidden": "true" }, face.corner), corner(face), corner(face, true), flag];
}

function namedFace(face) {
  const stats = [...face.stats.map(([label, value]) => h("span", { class: "st" }, h("i", {}, label), ` ${value}`)), ...face.flags.map((flag) => h("span", { class: "st" }, flag))];
  return [
    h("span", { class: "art", "aria-hidden": "true" }, pattern(face.rosette + face.title, face.pip ? "ros faint" : "ros"), face.pip ? pip(face.pip, "pip art-pip") : null),
    face.corner ? h("span", { class: "ix", "aria-hidden": "true" }, h("b", {}, face.corner)) : null,
    h("span", { class: "print", "aria-hidden": "true" }, h("span", { class: "ttl" }, h("span", { class: face.title.split(" ").some((word) => word.length > 9) ? "name long" : "name" }, face.title), face.sub ? h("span", { class: "sub" }, face.sub) : null),
      face.says ? h("span", { class: "says" }, face.says) : null, stats.length ? h("span", { class: `stats${face.says ? " brief" : ""}` }, stats) : null),
  ];
}

const BODIES = { numeral: numeralFace, pips: pipsFace, named: namedFace };

/**
 * A card. Its node has `data-id` and, if its face is seen, `data-look`: what tests compare with the view.
 * @param {any} card of a view, or null for one that cannot be followed
 * @param {{faces: any[], back: {name: string, hue: number}, marks?: string[], down?: boolean, key?: string, tell?: boolean}} how
 */
export function cardNode(card, how) {
  const face = card && card.look !== undefined ? how.faces[card.look] : null;
  const label = face ? spoken(face, how) : "a face-down card";
  const attrs = {
    key: card?.id ? `card:${card.id}` : how.key, class: "card", "data-id": card?.id ?? null, "data-look": card?.look ?? null,
    role: how.tell === false ? "img" : "button", tabindex: how.tell === false ? null : -1, "aria-label": label,
    sign: [card?.look ?? `back ${how.back.name}`, how.down ? 1 : 0, ...(how.marks ?? [])].join("|"),
  };
  return h("span", attrs, face ? front(face, how) : back(how));
}

function front(face, how) {
  const { colour } = face;
  const classes = ["face", face.kind, face.pale ? "pale" : "", colour === "rainbow" ? "rainbow" : "", how.down ? "lying" : ""].filter(Boolean).join(" ");
  const marks = (how.marks ?? []).map((mark) => h("span", { class: "mark", "aria-hidden": "true" }, mark));
  return h("span", { class: classes, vars: { "--t": colour === "rainbow" ? "#5a3fa0" : colour } }, BODIES[face.kind](face), how.down ? h("span", { class: "turned", "aria-hidden": "true" }, "face down") : null, marks.length ? h("span", { class: "marks" }, marks) : null);
}

const back = (how) => h("span", { class: "face back", vars: { "--bh": String(how.back.hue) } }, h("span", { class: "frame" }), pattern(how.back.name));

/** What a screen reader says of a card: its text, what it does, what is marked on it. */
function spoken(face, how) {
  return [face.text, face.says, ...(how.marks ?? []), how.down ? "face down" : ""].filter(Boolean).join("; ");
}
