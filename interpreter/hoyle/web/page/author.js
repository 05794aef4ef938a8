/** The workshop, for whoever writes the game: what is wrong with the file, where rules and table part, everything open. */

import { h, one, patch } from "./dom.js";
import { capital, lineOf, memberName, plain, withNames } from "./names.js";

const MOST = 120;

/** @type {{on: boolean, wrong: any[], parted: any, shown: any, say: (message: any) => void}} */
const work = { on: false, wrong: [], parted: null, shown: null, say: () => {} };

/** Whether everything is shown, so that cards may be put elsewhere by hand. */
export const authoring = () => work.on && work.shown !== null;

/** @param {(message: any) => void} say how something is told to the table */
export function openWorkshop(say) {
  work.say = say;
}

/** What a state says to the author; gives the view that is to be drawn. @param {any} message */
export function authored(message) {
  work.parted = message.parted ?? null;
  work.shown = message.author ?? null;
  work.on = work.shown !== null || work.on;
  if (!work.shown) return message;
  return { ...message, view: { ...work.shown.hands, player: message.view.player, over: message.view.over, winners: message.view.winners } };
}

/** What is wrong with the file now; nothing if it is mended. @param {any[]} wrong */
export function broken(wrong) {
  work.wrong = wrong;
}

const place = (one) => (one.file ? `${lineOf(one.file)}${one.line ? `:${one.line}` : ""}` : "");

function diagnostic(wrong, n) {
  return h("li", { key: `wrong:${n}`, class: `wrong ${wrong.severity === "warning" ? "warning" : "error"}` }, h("b", {}, wrong.message), h("small", {}, `${[wrong.code, place(wrong)].filter(Boolean).join(" · ")}`),
    wrong.text ? h("code", {}, wrong.text) : null, wrong.help ? h("span", { class: "help" }, wrong.help) : null);
}

function partedParts(table, role) {
  const { parted } = work;
  if (!parted) return null;
  const text = withNames(table.people, table.you, parted.text);
  return h("div", { class: "parted", role: "alert" }, h("b", {}, `The rules have changed: they part at choice ${(parted.rev ?? parted.at) + 1} of ${parted.revs ?? parted.of}`), h("span", {}, `${capital(text)}: ${parted.why}`), h("small", {}, [parted.rule ? `rule ${parted.rule}` : "", place(parted)].filter(Boolean).join(" · ")),
    role === "host" ? h("span", { class: "inline" }, h("button", { class: "btn go", "data-work": "new" }, "Go on from there by the new rules"), h("button", { class: "btn", "data-work": "old" }, "Keep the old rules")) : h("span", {}, "The host decides how to go on."));
}

/** The values, each with a field to change it. */
function valueRows(table) {
  return Object.entries(work.shown.values).flatMap(([name, value]) => {
    const about = table.meta.values[name];
    if (!about) return [h("li", { key: `value:${name}` }, h("b", {}, plain(name)), ` ${JSON.stringify(value)}`)];
    return about.index.length === 0 ? [valueRow(name, [], about.label, value)] : inner(table, name, about, value, [], 0);
  });
}

function inner(table, name, about, value, at, depth) {
  if (!Array.isArray(value)) return [valueRow(name, at, `${about.label} ${at.join(" ")}`, value)];
  const first = table.meta.kinds[about.index[depth]?.kind]?.first ?? 0;
  return value.slice(0, 12).flatMap((part, n) => {
    const place = n + first;
    if (depth + 1 < about.index.length) return inner(table, name, about, part, [...at, place], depth + 1);
    const who = about.index[depth]?.kind === "Player" ? table.people[n]?.name ?? `player ${n + 1}` : memberName(table.meta, about.index[depth], place);
    return [valueRow(name, [...at, place], `${about.label} · ${who}`, part)];
  });
}

function valueRow(name, at, label, value) {
  const now = JSON.stringify(value);
  return h("li", { key: `value:${name}:${at.join()}` }, h("form", { class: "inline value", "data-form": "value", "data-value": JSON.stringify({ name, index: at }) }, h("label", {}, label, h("input", { name: "to", placeholder: now, size: "6", "aria-label": label })), h("button", { class: "btn small" }, "Set")));
}

const eventRow = (event) => h("li", { key: `event:${event.i}`, vars: { "--depth": String(event.depth ?? 0) } }, event.text, event.rule || event.place ? h("small", {}, ` ${[event.rule, event.place].filter(Boolean).join(" · ")}`) : null);

/** The panel of the workshop. @param {any} table @param {number} rev */
export function authorParts(table, rev) {
  const parts = [
    partedParts(table, table.role),
    work.wrong.length ? h("section", { key: "wrong" }, h("h3", {}, "The file is broken; the table goes on by the rules it has"), h("ul", { class: "plainlist" }, work.wrong.map(diagnostic))) : null,
    h("button", { key: "on", class: "btn", "data-work": "on", "aria-pressed": String(work.on) }, "Show everything"),
    h("form", { key: "jump", class: "inline", "data-form": "jump" }, h("label", {}, `Back to moment (now ${rev}) `, h("input", { name: "rev", type: "number", min: "0", max: String(rev), placeholder: String(rev) })), h("button", { class: "btn small" }, "Jump")),
    h("span", { key: "files", class: "inline" }, h("button", { class: "btn small", "data-work": "scenario" }, "Write a scenario"), h("button", { class: "btn small", "data-work": "save" }, "Save")),
  ];
  if (work.shown) {
    parts.push(h("p", { key: "how", class: "dim" }, "Carry a card to any zone to put it there."), h("details", { key: "values" }, h("summary", {}, "Values"), h("ul", { class: "plainlist" }, valueRows(table))),
      h("details", { key: "events", open: true }, h("summary", {}, "What happened, with the lines it comes from"), h("ol", { class: "plainlist tree" }, work.shown.events.slice(-MOST).map(eventRow))));
  }
  return parts.filter(Boolean);
}

/** What is on the way of the question: rules and table have parted. */
export const partedNotice = (table) => (work.parted ? [partedParts(table, table.role)] : null);

/** A button of the workshop. @param {string} what */
export function worked(what) {
  if (what === "new" || what === "old") return work.say({ t: "rules", take: what });
  if (what === "save" || what === "scenario") return work.say({ t: "export", as: what });
  work.on = !work.on;
  if (!work.on) work.shown = null;
  return work.say({ t: "author", on: work.on });
}

/** A form of the workshop. @param {string} what @param {any} form */
export function filled(what, form) {
  if (what === "jump" && form.rev.value !== "") work.say({ t: "jump", rev: Number(form.rev.value) });
  if (what !== "value" || form.to.value === "") return;
  const said = form.to.value.trim();
  const to = /^-?\d+$/.test(said) ? Number(said) : { yes: true, true: true, no: false, false: false }[said] ?? said;
  work.say({ t: "change", value: { ...JSON.parse(form.dataset.value), to } });
}

/** A card is put elsewhere by hand. @param {string} id @param {any} target */
export function carried(id, target) {
  const zone = target?.closest("[data-zone]")?.dataset.zone;
  if (zone) work.say({ t: "change", card: { id, to: zone } });
}

/** A file that was asked for. @param {{name: string, text: string}} message */
export function download({ name, text }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Draws the panel. */
export function drawWorkshop(table, rev) {
  patch(one("#author"), authorParts(table, rev));
}
