/** A replay: step by step, from any seat that may be seen, or of the open table. */

import { download } from "./author.js";
import { h, one, patch } from "./dom.js";
import { fit } from "./fit.js";
import { hideLarge, showLarge, soonLarge } from "./large.js";
import { keyboard } from "./keys.js";
import { capital, sentence } from "./names.js";
import { drawLog, greet, kept, small, table, take } from "./scene.js";
import { otherTheme, theme } from "./theme.js";
import { refused } from "./why.js";
import { connect, socketUrl } from "./wire.js";

const PACE = 1300;

const at = { rev: -1, revs: 0, seat: null, wanted: 0, playing: null, own: null, eyes: [], asked: null };
let wire = null;

function hello(message) {
  greet({ ...message, role: "onlooker" });
  at.revs = message.revs ?? 0;
  at.own = message.you ?? null;
  at.seat = message.you ?? null;
  at.wanted = Math.max(0, Math.min(at.revs, at.rev < 0 ? 0 : at.rev));
  go(at.wanted);
}

/** Which eyes may be taken; the server has the last word. */
function eyes() {
  const seats = table.people.map((person) => ({ value: String(person.seat), label: person.seat === at.own ? `${person.name} (you)` : person.name }));
  return [...seats, { value: "none", label: "what everybody sees" }, { value: "all", label: "the open table" }];
}

function go(rev) {
  at.wanted = Math.max(0, Math.min(at.revs, rev));
  at.asked = wire.say({ t: "look", rev: at.wanted, seat: at.seat });
}

function state(message) {
  const on = message.rev === at.rev + 1 && table.view !== null;
  at.rev = message.rev;
  table.you = typeof at.seat === "number" ? at.seat : null;
  const known = new Set(kept.events.map((event) => event.i));
  const news = on ? (message.news ?? []).filter((event) => !known.has(event.i)) : message.news ?? [];
  if (!on || message.from !== undefined) kept.events = [];
  const all = on && message.from !== undefined ? message.news : news;
  const { from, ...rest } = message;
  const taken = take({ ...rest, news: on ? news : all }, !on);
  if (on && from !== undefined) kept.events = [...message.news];
  taken.paint();
  drawSteps();
  one("#spoken").textContent = said();
}

/** What has just happened, in words. */
function said() {
  const chose = [...kept.events].reverse().find((event) => event.t === "chose");
  return chose ? capital(sentence(table.meta, table.people, null, chose.say)) : "the start";
}

const button = (what, sign, label, off) => h("button", { class: "btn step", "data-do": what, "aria-label": label, title: label, disabled: off }, sign);

function drawSteps() {
  const first = at.rev <= 0;
  const last = at.rev >= at.revs;
  patch(one("#steps"), [
    h("label", { class: "eyes" }, "seen by ", h("select", { id: "eyes" }, eyes().map((eye) => h("option", { value: eye.value, selected: eye.value === chosen() }, eye.label)))),
    h("span", { class: "buttons" }, button("first", "|◀", "to the start", first), button("back", "◀", "one step back", first), button("play", at.playing ? "■" : "▶▶", at.playing ? "stop" : "play by itself", last && !at.playing), button("next", "▶", "one step on", last), button("last", "▶|", "to the end", last)),
    h("label", { class: "slide" }, h("span", { class: "sr" }, "step"), h("input", { type: "range", id: "range", min: "0", max: String(at.revs) })),
    h("output", {}, `${at.rev} of ${at.revs}`),
  ]);
  const range = one("#range");
  if (document.activeElement !== range || Number(range.value) !== at.wanted) range.value = String(at.rev);
  one("#eyes").value = chosen();
}

const chosen = () => (at.seat === null ? "none" : String(at.seat));

function play() {
  if (at.playing) return stop();
  at.playing = setInterval(() => (at.rev >= at.revs ? stop() : go(at.rev + 1)), PACE);
  drawSteps();
}

function stop() {
  clearInterval(at.playing);
  at.playing = null;
  drawSteps();
}

function no(message) {
  refused(message);
  if (message.cid !== at.asked || table.view === null) return;
  at.seat = table.you ?? null;
  drawSteps();
}

const hears = { hello, state, no, file: download };

const does = {
  first: () => go(0),
  back: () => go(at.rev - 1),
  next: () => go(at.rev + 1),
  last: () => go(at.revs),
  play,
  theme: () => otherTheme(),
  save: () => wire.say({ t: "export", as: "save" }),
  scenario: () => wire.say({ t: "export", as: "scenario" }),
  small: () => {
    kept.everything = !kept.everything;
    one("[data-do=small]").setAttribute("aria-pressed", String(kept.everything));
    drawLog();
  },
  tools: (node) => node.setAttribute("aria-expanded", String(one("#tools").classList.toggle("open"))),
  side: (node) => side(node.dataset.side),
};

function side(name) {
  const node = one("#side");
  const open = node.dataset.open === name ? "" : name;
  node.dataset.open = open;
  one("#app").classList.toggle("sided", open !== "");
  if (table.view) fit(small());
}

function clicked(event) {
  const target = event.target.closest("[data-do], [data-small]");
  if (target?.dataset.small) {
    const line = Number(target.dataset.small);
    if (!kept.small.delete(line)) kept.small.add(line);
    return drawLog();
  }
  if (target) return does[target.dataset.do]?.(target);
  const card = event.target.closest("#app .card[data-look]");
  if (card && event.pointerType === "touch") showLarge(table, card, true);
  else hideLarge();
}

function changed(event) {
  if (event.target.id === "range") go(Number(event.target.value));
  if (event.target.id !== "eyes") return;
  const { value } = event.target;
  at.seat = value === "none" ? null : value === "all" ? "all" : Number(value);
  kept.events = [];
  at.rev = -2;
  go(at.wanted);
}

/** Arrow keys step, as long as no field has them. */
function stepped(event) {
  if (/^(INPUT|SELECT)$/.test(event.target.tagName) || event.target.closest(".card")) return;
  if (event.key === "ArrowRight") go(at.rev + 1);
  else if (event.key === "ArrowLeft") go(at.rev - 1);
  else return;
  event.stopImmediatePropagation();
  event.preventDefault();
}

function start() {
  theme();
  one("#back").setAttribute("href", `/table${location.hash}`);
  document.addEventListener("keydown", stepped);
  document.addEventListener("click", clicked);
  document.addEventListener("change", changed);
  document.addEventListener("pointerover", (event) => {
    const card = /** @type {any} */ (event.target).closest?.("#app .card[data-look]");
    if (event.pointerType === "mouse" && table.view) card ? soonLarge(table, card) : hideLarge();
  });
  keyboard({ back: hideLarge, look: (node) => showLarge(table, node) });
  if (!small()) side("log");
  const status = (state) => (one("#net").dataset.state = state);
  wire = connect({ url: socketUrl(location), join: () => ({ t: "join", token: location.hash.slice(1), replay: true }), heard: (message) => hears[message.t]?.(message), status });
}

start();
