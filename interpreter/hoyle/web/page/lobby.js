/** The lobby: a game, who sits where, options and house rules; then the links, each a secret of one seat. */

import { h, one, patch } from "./dom.js";
import { capital, plain } from "./names.js";
import { hueOf, SEATS } from "./palette.js";
import { rosette } from "./rosette.js";
import { theme, otherTheme } from "./theme.js";

/** The bots that may sit at a table, as the server knows them. */
export const BOTS = [["random", "plays anything"], ["easy", "an easy bot"], ["normal", "a bot that thinks"], ["hard", "a bot that thinks long"]];
const NAMES = ["You", "Blaise", "Cleo", "Dov", "Enid", "Finn", "Gus", "Hedy", "Ivo", "Joan"];
const KEPT = "hoyle.name";

/** @type {{games: any[], game: any, seats: {name: string, who: string}[]}} */
const setup = { games: [], game: null, seats: [] };

const read = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
const keep = (key, value) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // not kept, then
  }
};

/** How many may play, in words. @param {[number, number]} players */
export const playersText = ([low, high]) => (low === high ? `${low} players` : `${low} to ${high} players`);

/** The seats of a new table: whoever sets it up, and bots. @param {number} players @param {{name: string, who: string}[]} before @param {string | null} mine */
export function seatsFor(players, before, mine) {
  return Array.from({ length: players }, (_, n) => before[n] ?? { name: n === 0 ? mine || "You" : NAMES[n] ?? `Player ${n + 1}`, who: n === 0 ? "person" : "normal" });
}

const sign = (title) => h("svg", { class: "sign", viewBox: "-50 -50 100 100", "aria-hidden": "true" }, rosette(title).map((d) => h("path", { d })));

function gameTile(game) {
  const chosen = setup.game?.id === game.id;
  return h("button", { key: `game:${game.id}`, class: `game${chosen ? " chosen" : ""}`, "data-game": game.id, "aria-pressed": String(chosen), vars: { "--h": String(hueOf(game.title)) } },
    sign(game.title), h("span", { class: "game-title" }, game.title), h("span", { class: "game-about" }, playersText(game.players)), game.file ? h("span", { class: "game-file" }, game.file) : null);
}

const choice = (value, label, chosen) => h("option", { value, selected: chosen }, label);

function seatRow(seat, n) {
  return h("div", { key: `seat:${n}`, class: "seat-row", vars: { "--sc": SEATS[n % SEATS.length] } },
    h("span", { class: "disc", "aria-hidden": "true" }, String(n + 1)),
    h("label", {}, h("span", { class: "sr" }, `name of seat ${n + 1}`), h("input", { name: `name${n}`, maxlength: "40", value: seat.name, required: true, autocomplete: n === 0 ? "nickname" : "off" })),
    h("label", {}, h("span", { class: "sr" }, `who plays seat ${n + 1}`), h("select", { name: `who${n}` }, choice("person", n === 0 ? "a person (you)" : "a person", seat.who === "person"), BOTS.map(([name, title]) => choice(name, title, seat.who === name)))));
}

function optionRow(option) {
  const label = h("span", {}, capital(option.title ?? plain(option.name)));
  const field = option.values.length
    ? h("select", { name: `option.${option.name}` }, option.values.map((value) => choice(String(value), plain(String(value)), String(value) === String(option.default))))
    : h("input", { name: `option.${option.name}`, value: option.default ?? "", inputmode: "numeric" });
  return h("label", { key: `option:${option.name}`, class: "option" }, label, field);
}

function drawGames() {
  patch(one("#games"), setup.games.map(gameTile));
}

function drawSetup() {
  const { game, seats } = setup;
  const place = one("#setup");
  place.hidden = !game;
  if (!game) return;
  const [low, high] = game.players;
  const counts = Array.from({ length: high - low + 1 }, (_, n) => low + n);
  patch(place, [
    h("form", { key: `form:${game.id}`, id: "form" },
      h("h2", {}, game.title),
      low === high ? null : h("fieldset", { class: "counts" }, h("legend", {}, "How many play"), counts.map((n) => h("button", { type: "button", class: "btn", "data-count": String(n), "aria-pressed": String(n === seats.length) }, String(n)))),
      h("fieldset", {}, h("legend", {}, "Who sits where"), h("div", { class: "seats" }, seats.map(seatRow))),
      game.variants.length ? h("fieldset", { class: "rules" }, h("legend", {}, "House rules"), game.variants.map((variant) => h("label", { key: `variant:${variant.id}`, class: "check" }, h("input", { type: "checkbox", name: "variant", value: variant.id }), h("span", {}, variant.title, variant.about ? h("small", {}, ` ${variant.about}`) : null)))) : null,
      game.options.length ? h("details", {}, h("summary", {}, `Options (${game.options.length})`), h("div", { class: "options" }, game.options.map(optionRow))) : null,
      h("button", { class: "btn go", type: "submit" }, "Set the table")),
  ]);
}

/** What is asked of the server. @param {any} game @param {FormData} form @param {number} players */
export function wanted(game, form, players) {
  const options = {};
  for (const option of game.options) {
    const said = form.get(`option.${option.name}`);
    if (said === null || String(said) === String(option.default) || said === "") continue;
    options[option.name] = /^-?\d+$/.test(String(said)) ? Number(said) : String(said);
  }
  const seats = Array.from({ length: players }, (_, n) => {
    const who = String(form.get(`who${n}`));
    const name = String(form.get(`name${n}`)).trim();
    return who === "person" ? { name, kind: "person" } : { name, kind: "bot", bot: who };
  });
  return { game: game.id, players, options, variants: form.getAll("variant").map(String), seats };
}

async function makeTable(form) {
  one("#trouble").textContent = "";
  const asked = wanted(setup.game, new FormData(form), setup.seats.length);
  if (asked.seats[0].kind === "person" && asked.seats[0].name !== "You") keep(KEPT, asked.seats[0].name);
  const button = one("[type=submit]", form);
  button.setAttribute("disabled", "");
  try {
    const answer = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked) });
    const table = await answer.json();
    if (table.error) throw new Error([table.error.says, table.error.do].filter(Boolean).join("; "));
    drawLinks(table, asked);
  } catch (error) {
    one("#trouble").textContent = capital(error instanceof Error ? error.message : "that did not work");
  } finally {
    button.removeAttribute("disabled");
  }
}

const link = (token) => `${location.origin}/table#${token}`;

function linkRow(label, token, first, note) {
  return h("div", { class: "link-row" }, h("b", {}, label), h("input", { readonly: true, value: link(token), "aria-label": `link for ${label}`, class: "link" }), h("button", { class: "btn small", "data-copy": link(token) }, "Copy"),
    h("a", { class: first ? "btn go" : "btn small", href: link(token) }, first ? "Sit down" : note));
}

function drawLinks(table, asked) {
  const people = table.seats.filter((seat) => seat.token);
  const place = one("#made");
  place.hidden = false;
  patch(place, [
    h("h2", {}, "The table is set"), h("p", { class: "dim" }, "Each link opens one seat: send it to whoever is to sit there, and to nobody else."),
    ...people.map((seat, n) => linkRow(seat.name || asked.seats[seat.seat].name, seat.token, n === 0, "Open")),
    linkRow("Onlookers", table.onlooker, people.length === 0, "Look on"),
    table.host ? linkRow("Host", table.host, false, "Look after it") : null,
    h("p", { class: "dim" }, "The host may hand any seat to a bot and back."),
  ].filter(Boolean));
  place.scrollIntoView({ block: "start" });
  place.focus({ preventScroll: true });
}

async function copy(button) {
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
  } catch {
    const field = button.parentElement.querySelector("input");
    field.select();
    document.execCommand("copy");
  }
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = "Copy"), 1500);
}

/** What was typed stays when seats are added. */
function remember() {
  const form = one("#form");
  if (!form) return;
  const values = new FormData(form);
  setup.seats = setup.seats.map((seat, n) => ({ name: String(values.get(`name${n}`) ?? seat.name), who: String(values.get(`who${n}`) ?? seat.who) }));
}

function choose(id) {
  setup.game = setup.games.find((game) => game.id === id);
  const [low, high] = setup.game.players;
  setup.seats = seatsFor(Math.max(low, Math.min(4, high)), [], read(KEPT));
  document.documentElement.style.setProperty("--hue", String(hueOf(setup.game.title)));
  one("#made").hidden = true;
  drawGames();
  drawSetup();
  one("#setup").scrollIntoView({ block: "nearest", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
}

function clicked(event) {
  const button = event.target.closest("[data-game], [data-count], [data-copy], [data-do]");
  if (!button) return;
  const { game, count, copy: text } = button.dataset;
  if (game) choose(game);
  else if (count) {
    remember();
    setup.seats = seatsFor(Number(count), setup.seats, null);
    drawSetup();
  } else if (text) copy(button);
  else otherTheme();
}

async function start() {
  theme();
  document.addEventListener("click", clicked);
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    makeTable(event.target);
  });
  try {
    setup.games = await (await fetch("/api/games")).json();
  } catch {
    one("#trouble").textContent = "The server does not answer; is it still running?";
  }
  drawGames();
  document.documentElement.dataset.ready = "yes";
  if (setup.games.length === 1) choose(setup.games[0].id);
}

if (typeof document !== "undefined") start();
