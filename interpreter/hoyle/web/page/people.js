/** Who sits at the table: names, and who plays for whom. */

import { h } from "./dom.js";
import { capital } from "./names.js";
import { SEATS } from "./palette.js";

/** The panel of people. @param {any} table */
export function peopleParts(table) {
  const { people, you, role, bots } = table;
  return people.map((person) => {
    const mine = person.seat === you;
    const may = mine || role === "host";
    const state = person.kind === "bot" ? botTitle(bots, person.bot) : person.here ? "here" : "away";
    return h("div", { key: `person:${person.seat}`, class: "person", vars: { "--sc": SEATS[person.seat % SEATS.length] } },
      h("span", { class: "who" }, h("span", { class: "disc", "aria-hidden": "true" }, [...person.name][0] ?? "?"), h("b", {}, person.name), h("i", {}, mine ? "you" : state)),
      mine ? nameForm(person) : null, may ? seatForm(person, bots, mine) : null, role === "host" ? linkForm(table, person) : null);
  });
}

/** The host may give a seat another link; the old one opens nothing any more. */
function linkForm({ links }, person) {
  const link = links?.get(person.seat);
  if (link) return h("label", { class: "inline" }, "The new link ", h("input", { readonly: true, value: link, class: "link" }));
  return h("button", { class: "btn small", "data-do": "link", "data-for": String(person.seat) }, "Make another link for this seat");
}

const botTitle = (bots, name) => capital(bots.find((bot) => bot.name === name)?.title ?? "bot");

const nameForm = (person) =>
  h("form", { class: "inline", "data-form": "name" }, h("label", {}, "Your name ", h("input", { name: "name", maxlength: "40", autocomplete: "nickname", placeholder: person.name })), h("button", { class: "btn small" }, "Change"));

function seatForm(person, bots, mine) {
  if (person.kind === "bot") return h("button", { class: "btn small", "data-do": "person", "data-for": String(person.seat) }, mine ? "Play it yourself again" : "Give it back to a person");
  return h("form", { class: "inline", "data-form": "bot", "data-for": String(person.seat) },
    h("label", {}, mine ? "Leave your seat to " : "Leave this seat to ", h("select", { name: "bot" }, bots.map((bot) => h("option", { value: bot.name, selected: bot.name === "normal" }, bot.title)))), h("button", { class: "btn small" }, "Hand over"));
}

/** What is asked about taking back, if anything. @param {any} table */
export function undoParts(table) {
  const { undo, you, people } = table;
  if (!undo) return null;
  const name = people.find((person) => person.seat === undo.by)?.name ?? "somebody";
  const seen = (undo.seen ?? []).length ? h("span", { class: "seen" }, "Since then was seen: ", undo.seen.slice(0, 4).join("; ")) : null;
  if (!undo.wait.includes(you)) return [h("span", { class: "q quiet" }, undo.by === you ? "Waiting for the others to agree…" : `${name} would like to take back a choice`), seen];
  return [h("span", { class: "q" }, `${name} would like to take back a choice`), seen, h("button", { class: "btn go", "data-do": "agree" }, "Agree"), h("button", { class: "btn", "data-do": "refuse" }, "Refuse")];
}

/** How it ended. @param {any} table */
export function resultParts(table) {
  const { view, people, you, score, meta } = table;
  const names = view.winners.map((seat) => (seat === you ? "You" : people.find((person) => person.seat === seat)?.name ?? `Player ${seat + 1}`));
  const verb = names.length === 1 && names[0] !== "You" ? "wins" : "win";
  const title = names.length ? `${names.join(" and ")} ${verb}` : "Nobody wins";
  const rows = view.scores ? people.map((person) => [person, view.scores[person.seat]]) : [];
  return [
    h("h2", {}, title), view.ending ? h("p", {}, capital(String(view.ending).replaceAll("_", " "))) : null,
    rows.length ? h("table", {}, h("tbody", {}, rows.map(([person, points]) => h("tr", { class: view.winners.includes(person.seat) ? "won" : "" }, h("th", { scope: "row" }, person.name), h("td", {}, String(points ?? "–")))))) : null,
    rows.length && score ? h("p", { class: "dim" }, meta.values[score].label) : null,
    h("form", { method: "dialog", class: "end-buttons" }, h("button", { class: "btn go", value: "look" }, "Look at the table"), h("a", { class: "btn", href: `/replay${location.hash}` }, "Watch it again"), h("a", { class: "btn", href: "/" }, "Another game")),
  ].filter(Boolean);
}
