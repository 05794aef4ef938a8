/** Which values are worth showing, where, and as what. Pure. */

import { memberName, plain, valueName } from "./names.js";

/**
 * @typedef {{label: string, text: string, as: "score" | "token" | "bar" | "flag" | "count", share?: number}} Badge
 */

/** Those values of players that have been the score in all views so far. @param {string[] | null} before */
export function scoring(meta, view, before) {
  if (!view.scores) return [];
  const names = before ?? Object.keys(meta.values).filter((name) => ofPlayers(meta.values[name]) && meta.values[name].type !== "yes_no");
  return names.filter((name) => JSON.stringify(view.values[name]) === JSON.stringify(view.scores));
}

const ofPlayers = (value) => value.index.length === 1 && value.index[0].kind === "Player";
const hidden = (look, name) => Boolean(look?.values?.[name]?.hidden);
const all = (meta, view) => [
  ...Object.entries(meta.values).map(([name, about]) => [name, about, view.values[name]]),
  ...Object.entries(meta.shown ?? {}).map(([name, about]) => [name, about, view.shown?.[name]]),
];
const known = (value) => value !== null && value !== undefined && value !== "?" && value !== false;

/** What stands beside the name of a player. @returns {Badge[]} */
export function badges({ meta, view, look, people, you, score }, seat) {
  const found = [];
  if (view.scores) found.push({ label: score ? meta.values[score].label : "score", text: String(view.scores[seat] ?? "–"), as: "score" });
  const team = view.teams?.[seat];
  if (team) found.push({ label: "", text: plain(String(team)), as: "flag" });
  for (const [name, about, value] of all(meta, view)) {
    if (name === score || hidden(look, name)) continue;
    if (!about.index.length && about.type === "Player" && value === seat) found.push({ label: "", text: about.label, as: "token" });
    else if (ofPlayers(about) && Array.isArray(value) && known(value[seat])) found.push(badge(meta, people, you, about, value[seat], look?.values?.[name]));
  }
  return found;
}

function badge(meta, people, you, about, value, told) {
  if (value === true) return { label: "", text: about.label, as: told?.as === "token" ? "token" : "flag" };
  const text = valueName(meta, people, you, value, about.type ?? "");
  const most = told?.of ?? about.high;
  const bounded = typeof value === "number" && about.low === 0 && most >= 4 && most <= 40 && !about.phase;
  const as = told?.as ?? (bounded ? "bar" : "count");
  return { label: about.label, text, as, share: as === "bar" && most ? Math.max(0, Math.min(1, value / most)) : undefined };
}

/** What is true of the whole table: beside the title. @returns {Badge[]} */
export function facts({ meta, view, look, people, you }) {
  const found = [];
  for (const [name, about, value] of all(meta, view)) {
    if (hidden(look, name) || !known(value)) continue;
    if (!about.index.length && about.type !== "Player") found.push(...fact(meta, people, you, about, value));
    else if (about.index.length === 1 && meta.kinds[about.index[0].kind] && Array.isArray(value) && value.length <= 6)
      value.forEach((one, n) => {
        if (known(one)) found.push({ label: `${about.label} ${memberName(meta, about.index[0], n + (meta.kinds[about.index[0].kind].first ?? 0))}`, text: valueName(meta, people, you, one, about.type ?? ""), as: "count" });
      });
  }
  return found;
}

function fact(meta, people, you, about, value) {
  if (value === true) return [{ label: "", text: about.label, as: "flag" }];
  const text = valueName(meta, people, you, value, about.type ?? "");
  return text && text.length <= 60 ? [{ label: about.label, text, as: "count" }] : [];
}

/** A mark on a card: the value of a variable that is kept for it, if there is something to say. */
export function markText(meta, people, you, mark) {
  const about = meta.values[mark.name];
  if (!about || !known(mark.value)) return null;
  return mark.value === true ? about.label : `${valueName(meta, people, you, mark.value, about.type ?? "")}`;
}
