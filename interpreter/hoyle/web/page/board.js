/** The table as descriptions of nodes: seats, the middle, the hands of whoever looks. */

import { cardNode } from "./card.js";
import { h } from "./dom.js";
import { capital, nameOf, zoneName } from "./names.js";
import { SEATS } from "./palette.js";
import { hash } from "./rosette.js";
import { badges, markText } from "./values.js";

/**
 * @typedef {{meta: any, view: any, look: any, people: any[], you: number | null, faces: any[], score: string | null,
 *   plan: any, places: any, waits: number[], open: Set<number>}} Table
 */

const MANY = 9;

/** A card as it lies in a zone. */
function lying(table, zone, card, n, spread = null) {
  const about = table.meta.zones[zone.split("[")[0]];
  const type = about?.cards ?? (card && card.look !== undefined ? table.meta.looks[card.look].cards : "");
  const marks = (card?.marks ?? []).map((mark) => markText(table.meta, table.people, table.you, mark)).filter(Boolean);
  const down = card?.look !== undefined && card.up === false && about.facing !== "up" && (!about.private || about.facing === null);
  const node = cardNode(card, { faces: table.faces, back: backOf(table, type), marks, down, key: `back:${n}` });
  if (spread) node.attrs.vars = spread;
  return node;
}

/** The back of a type of cards: a hue of its own, or the one that a look says. */
function backOf({ meta, look }, type) {
  const told = look?.cards?.[type]?.back;
  return { name: `${meta.title}${type}`, hue: told in HUES ? HUES[told] : hash(`${meta.title}${type}`) % 360 };
}

const HUES = { red: 25, orange: 55, brown: 60, gold: 85, yellow: 95, green: 150, teal: 190, blue: 255, purple: 300, pink: 350 };

/** Where the order says nothing: by type, colour, number. */
function inOrder(table, zone) {
  const cards = table.view.zones[zone].cards ?? [];
  if (!["set", "bag"].includes(table.view.zones[zone].shape)) return cards;
  const key = (card) => (card && card.look !== undefined ? [table.meta.looks[card.look].cards, table.faces[card.look].order[0], card.look] : ["~", 999, 0]);
  return cards.map((card) => ({ card, key: key(card) })).sort((a, b) => (a.key[0] < b.key[0] ? -1 : a.key[0] > b.key[0] ? 1 : a.key[1] - b.key[1] || a.key[2] - b.key[2])).map((one) => one.card);
}

const count = (n) => h("span", { class: "cnt", "aria-hidden": "true" }, String(n));

/** The cards of a zone: a pile has one on top, the others lie side by side and overlap as much as the room asks for. */
function cardsOf(table, zone, fanned = false) {
  const { n, shape } = table.view.zones[zone];
  const cards = inOrder(table, zone);
  if (!n) return h("span", { class: "hole" });
  if (shape === "pile" || (shape === "bag" && !cards.length && table.places[zone.split("[")[0]] === "centre")) return h("span", { class: `pile${n > 1 ? " thick" : ""}` }, lying(table, zone, cards[cards.length - 1] ?? null, 0), count(n));
  if (!cards.length) return h("span", { class: "backs" }, Array.from({ length: Math.min(n, MANY) }, (_, at) => lying(table, zone, null, at)), count(n));
  const shown = cards.filter(Boolean);
  const unseen = cards.length - shown.length;
  const inRow = shape === "row" ? cards : [...shown, ...Array.from({ length: Math.min(unseen, MANY) }, () => null)];
  return h("span", { class: "fan" }, inRow.map((card, at) => lying(table, zone, card, at, fanned ? spreadOf(at, inRow.length) : null)));
}

/** Cards in a hand are held like a fan: turned and lowered the more, the farther out they are. */
function spreadOf(at, among) {
  const out = at - (among - 1) / 2;
  const angle = Math.min(1.6, 13 / among);
  return { "--turn": `${(out * angle).toFixed(2)}deg`, "--drop": `${(out * out * angle * 0.045).toFixed(3)}rem` };
}

/** A zone: `data-zone` is its name in the view. */
function zoneNode(table, zone, { label = "", hidden = false, className = "" } = {}) {
  const { n } = table.view.zones[zone];
  const full = zoneName(table.meta, table.people, zone, table.you, table.view);
  return h("span", { key: `zone:${zone}`, class: `zone is-${table.view.zones[zone].shape} ${className}${n ? "" : " empty"}`, "data-zone": zone, role: "group", "aria-label": `${full}, ${n === 1 ? "1 card" : `${n} cards`}` },
    hidden ? null : h("span", { class: "label", "aria-hidden": "true" }, label), cardsOf(table, zone, className.includes("main") && n > 3));
}

const drawn = (table, spot) => spot.keep || table.view.zones[spot.zone].n > 0;

/** Families of zones: alone, side by side, as a strip of columns or as a grid. */
function groupNode(table, group) {
  const key = `group:${group.family}`;
  const small = group.small ? " small" : group.large ? " large" : "";
  if (group.as === "grid") {
    const rows = group.rows.map((row) => h("span", { class: "cells" }, row.map((spot) => zoneNode(table, spot.zone, { hidden: true }))));
    return h("span", { key, class: `group grid${small}` }, h("span", { class: "label" }, group.label), h("span", { class: "rows" }, rows));
  }
  if (group.as === "strip") {
    const columns = group.columns.map((column) => h("span", { class: `column${column.spots.some((spot) => table.view.zones[spot.zone].n) ? "" : " bare"}` },
      h("span", { class: "label" }, column.caption === null ? `${group.label} ${column.label}` : `${column.label} · ${capital(nameOf(table.people, column.caption, table.you))}`),
      column.spots.filter((spot, n) => n === 0 || drawn(table, spot)).map((spot, n) => zoneNode(table, spot.zone, { hidden: true, className: n ? "over" : "" }))));
    return h("span", { key, class: `group strip${small}` }, columns);
  }
  const several = group.spots.length > 1;
  const spots = group.spots.filter((spot) => drawn(table, spot)).map((spot) => zoneNode(table, spot.zone, { label: several ? `${group.label}: ${spot.label}` : group.label }));
  return h("span", { key, class: `group${small}` }, spots);
}

const bar = (badge) => h("span", { class: "meter", "aria-hidden": "true" }, h("span", { class: "fill", vars: { "--share": String(badge.share) } }));

/** One value beside a name. */
export const badgeNode = (badge) =>
  h("span", { class: `badge ${badge.as}` }, badge.label ? h("span", { class: "of" }, `${badge.label} `) : null, h("b", {}, badge.text), badge.share !== undefined ? bar(badge) : null);

const personOf = (table, seat) => table.people.find((person) => person.seat === seat) ?? { seat, name: `player ${seat + 1}`, kind: "bot", here: true };

const kindOf = (person) => (person.kind === "bot" ? "bot" : person.here ? "" : "away");

/** Who sits there: a letter in a colour, a name, what is known of them. */
export function whoNode(table, seat) {
  const person = personOf(table, seat);
  const name = seat === table.you ? `${person.name} (you)` : person.name;
  return h("span", { class: "who" }, h("span", { class: "disc", "aria-hidden": "true" }, [...person.name][0] ?? "?"), h("b", { class: "named-person" }, name),
    kindOf(person) ? h("i", {}, kindOf(person)) : null, ...badges(table, seat).filter((one) => one.as === "token").map(badgeNode));
}

const badgesNode = (table, seat) => h("span", { class: "badges" }, badges(table, seat).filter((one) => one.as !== "token").map(badgeNode));

/** The place of another player. */
function seatNode(table, seat, className = "") {
  const { hands, groups } = table.plan.seats[seat];
  const held = hands.filter((hand) => table.view.zones[hand.zone].n).map((hand) => zoneNode(table, hand.zone, { label: hand.label, className: "held" }));
  const turn = table.waits.includes(seat);
  const name = nameOf(table.people, seat, table.you);
  return h("section", { key: `seat:${seat}`, class: `seat${className}${turn ? " turn" : ""}${table.open.has(seat) ? " open" : ""}`, "data-seat": String(seat), "aria-label": `${name}${turn ? ", to choose" : ""}`, vars: { "--sc": SEATS[seat % SEATS.length] } },
    h("span", { class: "head" }, whoNode(table, seat), badgesNode(table, seat)), h("span", { class: "things" }, held, groups.map((group) => groupNode(table, group))));
}

/** Where tricks are played: a slot for each player, on a circle. */
function circleNode(table) {
  const { trick } = table.plan;
  const spots = trick.map(({ seat, zone }, n) => {
    const angle = Math.PI / 2 + (n * 2 * Math.PI) / trick.length;
    const vars = { "--x": `${50 + 32 * Math.cos(angle)}%`, "--y": `${50 + 31 * Math.sin(angle)}%`, "--sc": SEATS[seat % SEATS.length], "--tilt": `${(hash(zone) % 7) - 3}deg` };
    return h("span", { key: `place:${seat}`, class: `place${table.waits.includes(seat) ? " turn" : ""}`, vars }, zoneNode(table, zone, { hidden: true }), h("span", { class: "label" }, capital(nameOf(table.people, seat, table.you))));
  });
  return h("div", { key: "circle", class: "circle" }, spots);
}

/** Which other players sit at the left, at the top and at the right. */
export function sides(plan, narrow) {
  const { others, shape } = plan;
  if (shape !== "ring" || narrow || others.length < 3) return { left: [], top: others, right: [] };
  return { left: [others[0]], top: others.slice(1, -1), right: [others[others.length - 1]] };
}

/** What lies ready at the side of the table. */
function corner(table) {
  const groups = table.plan.centre.filter((group) => group.corner);
  return groups.length ? h("div", { key: "corner", class: "corner" }, groups.map((group) => groupNode(table, group))) : null;
}

/** Everything on the felt. @param {Table} table */
export function boardParts(table, narrow) {
  const { plan, you } = table;
  const where = sides(plan, narrow);
  const mine = you === null ? [] : plan.seats[you].groups;
  return {
    left: where.left.map((seat) => seatNode(table, seat)),
    top: where.top.map((seat) => seatNode(table, seat)),
    right: where.right.map((seat) => seatNode(table, seat)),
    centre: [plan.trick ? circleNode(table) : null, ...plan.centre.filter((group) => !group.corner).map((group) => groupNode(table, group)), corner(table)].filter(Boolean),
    mine: mine.map((group) => groupNode(table, group)),
  };
}

/** The hands of whoever looks, and their own name. */
export function handParts(table) {
  const { plan, you } = table;
  if (you === null) return { hands: [], me: plan.front === null ? [] : [seatNode(table, plan.front, " me")] };
  const live = plan.seats[you].hands.filter((hand) => table.view.zones[hand.zone].n);
  const hands = live.map((hand, n) => zoneNode(table, hand.zone, { label: `your ${hand.label}`, hidden: live.length === 1, className: n === 0 ? "hand main" : "hand side" }));
  const me = h("section", { key: `seat:${you}`, class: `me${table.waits.includes(you) ? " turn" : ""}`, "data-seat": String(you), "aria-label": "you", vars: { "--sc": SEATS[you % SEATS.length] } }, whoNode(table, you), badgesNode(table, you));
  return { hands, me: [me] };
}
