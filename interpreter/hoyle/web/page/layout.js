/**
 * Where things lie: from what a game says of its zones and values, what is seen, and the look, to places. Pure.
 *
 * A family of zones belongs to a *hand* (its owner sees more than others), a *seat* (other zones of a player), the
 * *trick* (one slot for each player in the middle) or the *centre*. A box is never drawn.
 */

import { indexOf, memberName } from "./names.js";

/**
 * @typedef {{zone: string, label: string, keep: boolean}} Spot
 * @typedef {{family: string, label: string, as: "zones" | "strip" | "grid", small: boolean, large: boolean, corner: boolean, spots: Spot[],
 *   columns: {label: string, caption: number | null, spots: Spot[]}[], rows: Spot[][]}} Group
 */

const BOX = "box";

/** The families of a game and where each belongs. @returns {Record<string, "hand" | "seat" | "trick" | "centre" | "none">} */
export function belongs(meta, look = null) {
  const places = {};
  for (const [name, zone] of Object.entries(meta.zones)) {
    if (name === BOX || look?.zones?.[name]?.hidden) places[name] = "none";
    else if (!zone.owned) places[name] = "centre";
    else if (look?.zones?.[name]?.at === "hand") places[name] = "hand";
    else if (look?.zones?.[name]?.at === "seat") places[name] = "seat";
    else if (zone.private && (zone.shape === "set" || zone.shape === "bag")) places[name] = "hand";
    else places[name] = "seat";
  }
  const trick = trickOf(meta, places, look);
  if (trick) places[trick] = "trick";
  return places;
}

/** The one slot that each player has, if there is but one: there tricks are played, between the players. */
function trickOf(meta, places, look) {
  const told = Object.keys(places).find((name) => places[name] === "seat" && look?.zones?.[name]?.at === "centre");
  if (told) return told;
  const slots = Object.keys(places).filter((name) => places[name] === "seat" && meta.zones[name].shape === "slot");
  const fits = (zone) => zone.index.length === 1 && zone.facing === "up" && zone.holds === 1;
  return slots.length === 1 && fits(meta.zones[slots[0]]) ? slots[0] : null;
}

/** Whether others sit around the table, or side by side as they have much before them. */
export function shapeOf(meta, places, look = null) {
  if (look?.table?.shape) return look.table.shape;
  const broad = (name) => meta.zones[name].shape !== "pile" && (places[name] === "seat" || (places[name] === "centre" && meta.zones[name].index.length > 0));
  const wide = Object.keys(places).some(broad);
  return wide ? "rows" : "ring";
}

/** What the answers and the last events are about. */
export function touched(ask, news = []) {
  const zones = new Set();
  for (const choice of ask?.choices ?? [])
    for (const arg of choice.args.flatMap((one) => one.list ?? [one])) for (const zone of [...(arg.zones ?? []), ...(arg.zone ? [arg.zone] : [])]) zones.add(zone);
  for (const event of news)
    if (event.t === "move" || event.t === "gather") {
      zones.add(event.to);
      for (const card of event.cards ?? []) if (card.from) zones.add(card.from);
    }
  return zones;
}

/**
 * The whole table, for one who looks.
 * @param {{meta: any, view: any, look: any, you: number | null, hot: Set<string>, used: Set<string>}} seen
 *   hot: zones that answers or the last events touch; used: zones in which something has lain
 */
export function arrange({ meta, view, look, you, hot, used }) {
  const places = belongs(meta, look);
  const shape = shapeOf(meta, places, look);
  const players = meta.players;
  const front = you ?? (shape === "ring" ? players - 1 : null);
  const others = Array.from({ length: front === null ? players : players - 1 }, (_, n) => (front === null ? n : (front + 1 + n) % players));
  const trick = Object.keys(places).find((name) => places[name] === "trick") ?? null;
  const byFamily = spotsOf(view);
  const table = { meta, view, look, hot, used, byFamily, places };
  const seats = {};
  for (let seat = 0; seat < players; seat++) seats[seat] = seatOf(table, seat);
  return {
    shape, places, others, front, trick: trick ? circle(byFamily, trick, front ?? 0, players) : null, seats,
    centre: groups(table, Object.keys(places).filter((name) => places[name] === "centre"), null),
  };
}

/** The zones of a view by their family. */
function spotsOf(view) {
  const families = new Map();
  for (const zone of Object.keys(view.zones)) {
    const family = zone.split("[")[0];
    if (!families.has(family)) families.set(family, []);
    families.get(family).push({ zone, index: indexOf(zone) });
  }
  return families;
}

/** Who plays where around the middle, from whoever looks. */
function circle(byFamily, family, front, players) {
  const spots = byFamily.get(family) ?? [];
  return Array.from({ length: players }, (_, n) => {
    const seat = (front + n) % players;
    return { seat, zone: spots.find((spot) => spot.index[0] === seat)?.zone ?? null };
  }).filter((spot) => spot.zone);
}

function seatOf(table, seat) {
  const { places, byFamily } = table;
  const hands = Object.keys(places)
    .filter((name) => places[name] === "hand")
    .map((name) => ({ family: name, zone: byFamily.get(name)?.find((spot) => spot.index[0] === seat)?.zone, label: table.meta.zones[name].label }))
    .filter((hand) => hand.zone);
  hands.sort((a, b) => rank(a) - rank(b));
  return { hands, groups: groups(table, Object.keys(places).filter((name) => places[name] === "seat"), seat) };
}

const rank = (hand) => (hand.family === "hand" ? 0 : 1);

/** Families as groups: each by itself, or those with the same index side by side as a strip. */
function groups(table, families, owner) {
  const strips = new Map();
  const made = [];
  for (const family of families) {
    const group = groupOf(table, family, owner);
    if (!group) continue;
    const twin = group.as === "strip" ? strips.get(labelsOf(group)) : null;
    if (twin) {
      for (const column of group.columns) twin.columns.find((one) => one.label === column.label).spots.push(...column.spots);
      twin.spots.push(...group.spots.map((spot) => ({ ...spot, keep: false })));
    } else made.push(group);
    if (group.as === "strip" && !twin) strips.set(labelsOf(group), group);
  }
  return made.filter((group) => alive(table, group));
}

const labelsOf = (group) => group.columns.map((column) => column.label).sort().join();

/** Whether anything of a group is to be drawn. */
function alive({ view, hot }, group) {
  return group.spots.some((spot) => spot.keep || view.zones[spot.zone].n > 0 || hot.has(spot.zone));
}

/** @returns {Group | null} */
function groupOf(table, family, owner) {
  const { meta, look, byFamily } = table;
  const about = meta.zones[family];
  const told = look?.zones?.[family] ?? {};
  const all = (byFamily.get(family) ?? []).filter((spot) => owner === null || spot.index[0] === owner);
  if (!all.length || (told.while && !isAsked(table, told.while, all))) return null;
  const at = owner === null ? 0 : 1;
  const inner = about.index[at];
  const label = (spot) => (inner ? about.index.slice(at).map((index, n) => memberName(meta, index, spot.index[at + n], table.view)).join(" ") : about.label);
  const single = about.index.length === at + 1;
  const spots = all.map((spot) => ({ zone: spot.zone, label: label(spot), keep: keeps(table, family, spot.zone), place: spot.index[at] }));
  const base = { family, label: about.label, small: told.size === "small", large: told.size === "large", corner: told.at === "corner", spots, columns: [], rows: [] };
  if (told.grid && told.grid.length > 1) return { ...base, as: "grid", rows: gridOf(told.grid, spots) };
  const order = told.order ?? told.grid?.[0];
  if (single && /^\d+\.\.\d+$/.test(inner.kind)) return { ...base, as: "strip", columns: columnsOf(table, inner, spots, order) };
  if (order) base.spots.sort((a, b) => order.map(String).indexOf(a.label) - order.map(String).indexOf(b.label));
  const cells = single ? cellsOf(spots) : null;
  if (cells) return { ...base, as: "grid", rows: cells };
  return { ...base, as: "zones" };
}

/** A zone with `while` is drawn only in its phase, or when an answer is about it. */
function isAsked({ view, hot }, phase, all) {
  return view.phase === phase || all.some((spot) => hot.has(spot.zone));
}

/** An empty zone keeps its place if something lay there, where cards are laid one by one. */
function keeps({ meta, hot, used }, family, zone) {
  const { shape, owned } = meta.zones[family];
  return hot.has(zone) || (used.has(zone) && (shape === "slot" || (shape === "pile" && !owned)));
}

function columnsOf({ meta, view }, inner, spots, order) {
  const captions = Object.entries(meta.values).find(([, value]) => value.type === "Player" && value.index.length === 1 && value.index[0].kind === inner.kind && meta.zones[spots[0].zone.split("[")[0]]?.owned === false)?.[0];
  const first = Number(/^-?\d+/.exec(inner.kind)?.[0] ?? 0);
  const columns = spots.map((spot) => ({ label: spot.label, caption: captions ? view.values[captions]?.[spot.place - first] ?? null : null, spots: [spot] }));
  if (!order) return columns;
  return order.map((place) => columns.find((column) => column.label === String(place))).filter(Boolean);
}

function gridOf(rows, spots) {
  return rows.map((row) => row.map((cell) => spots.find((spot) => spot.label === String(cell).replaceAll("_", " "))).filter(Boolean));
}

/** Places called `a1 b1 b2 ...` lie in rows of one letter. */
function cellsOf(spots) {
  if (spots.length < 4 || !spots.every((spot) => /^[a-z]\d$/.test(spot.label))) return null;
  const rows = new Map();
  for (const spot of spots) rows.set(spot.label[0], [...(rows.get(spot.label[0]) ?? []), spot]);
  return [...rows.values()];
}
