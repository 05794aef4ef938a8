/** What has happened, in the sentences of the game; small print when asked for. */

import { h } from "./dom.js";
import { capital, nameOf, sentence } from "./names.js";
import { SEATS } from "./palette.js";

const SMALL = new Set(["move", "value", "turn", "shuffle", "gather"]);
const MOST = 300;

/**
 * Lines, each with its small print. Pure.
 * @param {any[]} events @returns {{event: any, small: any[]}[]}
 */
export function lines(events) {
  const found = [];
  const at = new Map();
  for (const event of events) {
    const head = at.get(event.part_of) ?? (SMALL.has(event.t) ? at.get(event.cause) : undefined);
    if (head && (event.part_of !== null || SMALL.has(event.t))) {
      head.small.push(event);
      at.set(event.i, head);
    } else {
      const line = { event, small: [] };
      found.push(line);
      at.set(event.i, line);
    }
  }
  return found;
}

/** The log as nodes. @param {any} table @param {any[]} events @param {Set<number>} open lines whose small print is shown @param {boolean} everything */
export function logParts(table, events, open, everything) {
  return lines(events).slice(-MOST).map(({ event, small }) => {
    const shown = everything || open.has(event.i);
    const print = shown ? small.map((one) => h("span", { class: "small" }, capital(said(table, one)))) : [];
    const names = table.people.map((person) => person.name).join();
    const sign = `${names}|${small.length}|${shown ? 1 : 0}`;
    if (event.t === "phase") return h("h3", { key: `log:${event.i}`, sign: "phase" }, event.title ?? event.name);
    const attrs = { key: `log:${event.i}`, sign, class: event.t === "chose" ? "line chose" : event.t === "end" ? "line end" : "line", vars: event.seat === null || event.seat === undefined ? {} : { "--sc": SEATS[event.seat % SEATS.length] } };
    const more = small.length ? h("button", { class: "more", "data-small": String(event.i), "aria-expanded": shown ? "true" : "false", "aria-label": "small print" }, shown ? "–" : "…") : null;
    return h("p", attrs, h("span", {}, capital(said(table, event)), more), print);
  });
}

/** An event in words; who chose stands before it. */
export function said(table, event) {
  const { meta, people, you } = table;
  const parts = event.say ?? [];
  if (event.t !== "chose" || parts[0]?.seat === undefined) return sentence(meta, people, you, parts);
  const rest = sentence(meta, people, you, parts.slice(1)).replace(/^: /, "");
  return `${capital(nameOf(people, parts[0].seat, you))} · ${rest}`;
}
