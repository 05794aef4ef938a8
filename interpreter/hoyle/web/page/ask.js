/** The question: what is asked in words, and every answer as a button. */

import { h } from "./dom.js";
import { capital, nameOf, listed, plain, withNames } from "./names.js";
import { differing, parts } from "./narrow.js";

const MANY = 12;

/** An answer in words. */
export const answerText = (table, choice) => capital(withNames(table.people, table.you, choice.text));

/** What is left of a choice where some of it was clicked. */
const wordOf = (table) => (arg) => {
  if (arg.word) return plain(String(arg.word));
  if (arg.seat !== undefined) return nameOf(table.people, arg.seat, table.you);
  return arg.look !== undefined ? table.meta.looks[arg.look].text : "";
};

/** Buttons for answers, in as few words as tell them apart. */
export function answerButtons(table, left, clicks, className = "btn") {
  const short = clicks.length ? differing(left, clicks, wordOf(table)) : null;
  return left.map((choice, n) => {
    const text = answerText(table, choice);
    return h("button", { key: `answer:${choice.n}`, class: className, "data-n": String(choice.n), "aria-label": text }, short ? capital(short[n]) : text);
  });
}

/** Whether something of a choice can be clicked on the table. @param {(object: string) => boolean} drawn */
export const onTable = (choice, drawn) => parts(choice).some((objects) => objects.some(drawn));

/** Who is waited for, in words. */
export function waitingFor(table, waits) {
  const names = waits.seats.map((seat) => nameOf(table.people, seat, table.you));
  return names.length ? `${capital(listed(names))} to choose…` : "";
}

const tooMany = (prompt) => prompt.length > 70;

/** The prompt of a question. */
export function promptText(table) {
  const { ask } = table;
  const prompt = tooMany(ask.prompt) ? "your turn" : plain(ask.prompt);
  if (ask.acting === undefined || ask.acting === null) return capital(prompt);
  return `${capital(prompt)} (for ${nameOf(table.people, ask.acting, null)})`;
}

/**
 * Everything between the felt and the hand.
 * @param {any} table @param {{left: any[], clicks: string[], picked: Map<string, number>, menu: boolean, drawn: (object: string) => boolean, listOpen: boolean, busy: boolean}} now
 */
export function questionParts(table, now) {
  const { ask, view } = table;
  if (view.over) return [h("span", { class: "q" }, "The game is over"), h("button", { class: "btn", "data-do": "result" }, "Result")];
  if (!ask) return [h("span", { class: "q quiet" }, table.you === null ? waitingFor(table, table.waiting) : waitingFor(table, table.waiting) || "…"), nudge(table)];
  return ask.several ? severalParts(table, now) : singleParts(table, now);
}

function nudge(table) {
  const waits = table.waiting;
  if (table.you === null || !(waits.seats.length && waits.since >= 60)) return null;
  return h("button", { class: "btn", "data-do": "nudge" }, "Let a bot answer this once");
}

function severalParts(table, { picked, listOpen, busy }) {
  const { least, most, ordered } = table.ask.several;
  const wanted = least === most ? `${picked.size} of ${most}` : `${picked.size}, ${least} to ${most}${ordered ? ", in this order" : ""}`;
  const ready = picked.size >= least && picked.size <= most && (picked.size > 0 || table.ask.decline === null);
  return [
    h("span", { class: "q" }, promptText(table), h("small", {}, ` ${wanted}`)),
    h("button", { class: "btn go", "data-do": "confirm", disabled: !ready || busy }, "Confirm"),
    declineButton(table, busy),
    picked.size ? h("button", { class: "btn plain", "data-do": "clear" }, "Back") : null,
    listButton(table.ask.choices.length, listOpen),
  ].filter(Boolean);
}

function singleParts(table, { left, clicks, menu, drawn, listOpen, busy }) {
  const hidden = left.filter((choice) => !onTable(choice, drawn));
  const shown = clicks.length ? (menu ? [] : left) : hidden;
  const few = shown.length <= MANY ? shown : [];
  return [
    h("span", { class: "q" }, promptText(table), clicks.length && left.length > 1 ? h("small", {}, ` ${left.length} ways`) : null),
    ...answerButtons(table, few, clicks, left.length === 1 && clicks.length ? "btn go" : "btn").map((button) => ({ ...button, attrs: { ...button.attrs, disabled: busy } })),
    declineButton(table, busy),
    clicks.length ? h("button", { class: "btn plain", "data-do": "clear" }, "Back") : null,
    few.length < left.length ? listButton(table.ask.choices.length, listOpen) : null,
  ].filter(Boolean);
}

const declineButton = (table, busy) => (table.ask.decline ? h("button", { class: "btn", "data-do": "decline", disabled: busy }, capital(withNames(table.people, table.you, table.ask.decline))) : null);

const listButton = (n, open) => h("button", { class: "btn plain", "data-do": "list", "aria-expanded": open ? "true" : "false", "aria-controls": "all" }, n === 1 ? "1 answer" : `All ${n} answers`);

/** Every answer in a list, whatever is clicked; with what a hint says of them. */
export function listParts(table, { picked, hints, advice }) {
  const { ask } = table;
  if (!ask) return [];
  const taken = new Set(picked.values());
  const shares = new Map((hints ?? []).map((hint) => [hint.n, hint]));
  const choices = [...ask.choices].sort((a, b) => (shares.get(b.n)?.share ?? 0) - (shares.get(a.n)?.share ?? 0));
  const says = advice ? [h("span", { key: "advice", class: "says" }, capital(withNames(table.people, table.you, advice.replaceAll("`", ""))))] : [];
  return says.concat(choices.map((choice) => {
    const attrs = { key: `all:${choice.n}`, class: "btn", [ask.several ? "data-pick" : "data-n"]: String(choice.n), "aria-pressed": ask.several ? String(taken.has(choice.n)) : null };
    const hint = shares.get(choice.n);
    return h("button", attrs, answerText(table, choice), hint ? h("span", { class: "share" }, ` ${Math.round(hint.share * 100)} %`) : null);
  }));
}
