/** Why something cannot be done: the rule, its sentence and its line, at once. */

import { h, one, patch } from "./dom.js";
import { capital, lineOf, withNames } from "./names.js";
import { shake } from "./motion.js";

const LONG = 6000;
let timer = null;

/** A short message, read out as well. @param {any[]} inside */
export function toast(inside, stay = LONG) {
  const node = one("#toast");
  patch(node, inside);
  node.classList.add("on");
  clearTimeout(timer);
  timer = setTimeout(() => node.classList.remove("on"), stay);
}

export function hush() {
  one("#toast").classList.remove("on");
}

/** Reasons as they are sent with a question. @param {any[]} blocked choices with their rule, at most three are shown */
export function because(table, blocked, node = null) {
  shake(node);
  const parts = blocked.slice(0, 3).map((choice) => h("span", { class: "reason" }, h("b", {}, capital(choice.why)), h("small", {}, whereabouts(table, choice))));
  toast(parts);
}

function whereabouts(table, { text, rule, place, cites }) {
  return [text ? withNames(table.people, table.you, text) : "", rule ? `rule ${rule}` : "", place ? lineOf(place) : "", (cites ?? []).join(", ")].filter(Boolean).join(" · ");
}

/** A reason that the table was asked for. @param {{found?: any[]}} message */
export function answered(table, message) {
  const found = (message.found ?? []).filter((one) => one.why);
  if (found.length) because(table, found);
}

export function nothing(node, text = "nothing you are asked for now") {
  shake(node);
  toast([h("span", { class: "reason" }, h("b", {}, capital(text)))]);
}

/** What the server refused. */
export function refused(message) {
  toast([h("span", { class: "reason" }, h("b", {}, capital(message.says ?? "that was refused")), message.do ? h("small", {}, message.do) : null)]);
}
