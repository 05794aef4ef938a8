/** The page of a table: what the server says is drawn, what is clicked becomes an answer. It never guesses what comes next. */

import { answerButtons, listParts, promptText, questionParts, waitingFor } from "./ask.js";
import { authored, authoring, broken, carried, download, drawWorkshop, filled, openWorkshop, partedNotice, worked } from "./author.js";
import { every, h, one, patch } from "./dom.js";
import { draggable } from "./drag.js";
import { fit } from "./fit.js";
import { keyboard } from "./keys.js";
import { hideLarge, showLarge, soonLarge } from "./large.js";
import { capital } from "./names.js";
import { click, forbids, narrow, parts, pick, pickable } from "./narrow.js";
import { peopleParts, resultParts, undoParts } from "./people.js";
import { draw, drawLog, greet, kept, small, table, take } from "./scene.js";
import { otherTheme, theme } from "./theme.js";
import { answered, because, hush, nothing, refused, toast } from "./why.js";
import { connect, socketUrl } from "./wire.js";

const now = { clicks: [], picked: new Map(), left: [], lit: new Set(), listOpen: false, mode: "mouse", hints: null, advice: "", busy: false };
let wire = null;

function state(message) {
  const began = performance.now();
  const held = one("#app").contains(document.activeElement);
  const taken = take(authored(message));
  kept.since = performance.now() - table.waiting.since * 1000;
  kept.auto = Boolean(message.auto);
  forget();
  taken.paint(question);
  drawSide();
  if (held && document.activeElement === document.body) one("#ask").focus({ preventScroll: true });
  speak();
  if (table.view.over && !kept.over) result();
  kept.over = table.view.over;
  performance.measure("hoyle:redraw", { start: began, end: performance.now() });
}

/** The panels beside: people, and the workshop if this is one. */
function drawSide() {
  patch(one("#people"), peopleParts(table));
  if (table.role === "host") drawWorkshop(table, kept.rev);
}

/** The file of the game was read: it is broken, or mended. */
function file(wrong) {
  broken(wrong);
  if (wrong.length) toast([h("span", { class: "reason" }, h("b", {}, "The file is broken"), h("small", {}, "the table goes on by the rules it has"))]);
  if (wrong.length && one("#side").dataset.open !== "author") side("author");
  if (table.view) drawSide();
}

/** What was clicked belongs to a question, and goes with it. */
function forget() {
  Object.assign(now, { clicks: [], picked: new Map(), listOpen: false, hints: null, advice: "", busy: false });
  one("#menu").hidden = true;
  hush();
  hideLarge();
}

function heard(message) {
  const does = {
    hello: () => greet(message),
    state: () => state(message),
    ok: () => undefined,
    no: () => {
      now.busy = false;
      refused(message);
      question();
    },
    because: () => answered(table, message),
    hint: () => hinted(message),
    broken: () => file(message.diagnostics ?? []),
    mended: () => file([]),
    file: () => download(message),
    link: () => {
      (table.links ??= new Map()).set(message.seat, `${location.origin}/table#${message.token}`);
      drawSide();
    },
    people: () => {
      table.people = message.people;
      if (!table.view) return;
      draw([], question);
      drawSide();
    },
  };
  does[message.t]?.();
}

function hinted(message) {
  now.hints = message.choices ?? [];
  now.advice = message.says ?? "";
  now.listOpen = true;
  question();
  if (message.says) one("#spoken").textContent = message.says;
}

function question() {
  const { ask } = table;
  now.left = [];
  now.lit = new Set();
  if (ask?.several) {
    now.left = ask.choices;
    now.lit = pickable(ask.choices, now.picked, ask.several.most);
  } else if (ask) Object.assign(now, narrow(ask.choices, now.clicks));
  light();
  const undo = partedNotice(table) ?? undoParts(table);
  patch(one("#ask"), (undo ?? questionParts(table, { ...now, drawn, menu: hasMenu() })).flat().filter(Boolean));
  one("#ask").setAttribute("aria-busy", String(now.busy));
  const list = one("#all");
  list.hidden = !now.listOpen || !ask;
  if (!list.hidden) patch(list, listParts(table, now));
  one("[data-do=auto]").setAttribute("aria-pressed", String(kept.auto));
}

const nodesOf = (object) => {
  const name = CSS.escape(object.slice(2));
  if (object[0] === "c") return every(`#app .card[data-id="${name}"]`);
  return object[0] === "z" ? every(`#app [data-zone="${name}"]`) : object[0] === "s" ? every(`#app [data-seat="${name}"]`) : [];
};
const drawn = (object) => nodesOf(object).length > 0;

/** What may be clicked glows, what was clicked stands out; only the former stops the tab key. */
function light() {
  for (const node of every("#app .can, #app .sel")) {
    node.classList.remove("can", "sel");
    node.removeAttribute("aria-pressed");
    if (node.matches(".card")) node.setAttribute("tabindex", "-1");
    else node.removeAttribute("tabindex");
  }
  const chosen = table.ask?.several ? [...now.picked.keys()] : now.clicks;
  const mark = (object, name) => {
    for (const node of nodesOf(object)) {
      node.classList.add(name);
      node.setAttribute("tabindex", "0");
      if (name === "sel") node.setAttribute("aria-pressed", "true");
    }
  };
  for (const object of now.lit) mark(object, "can");
  for (const object of chosen) mark(object, "sel");
  for (const node of every("#app [data-order]")) node.removeAttribute("data-order");
  if (table.ask?.several?.ordered) chosen.forEach((object, n) => nodesOf(object).forEach((node) => node.setAttribute("data-order", String(n + 1))));
}

/** What a screen reader says after a choice: whose turn it is, or what is asked. */
function speak() {
  const text = table.view.over ? "The game is over" : table.ask ? promptText(table) : waitingFor(table, { seats: table.waits });
  const node = one("#spoken");
  if (node.textContent !== text) node.textContent = text;
}

function result() {
  const dialog = one("#result");
  patch(dialog, resultParts(table));
  if (!dialog.open) dialog.showModal();
}

function answer(picks) {
  if (!table.ask || !wire.choose(kept.rev, picks)) return;
  now.busy = true;
  one("#menu").hidden = true;
  hideLarge();
  question();
}

/** What a node on the table stands for, from the inside out. @param {any} node */
function objectsAt(node) {
  const found = [];
  const card = node.closest(".card");
  const zone = node.closest("[data-zone]");
  const seat = node.closest("[data-seat]");
  if (card?.dataset.id) found.push([`c:${card.dataset.id}`, card]);
  if (zone) found.push([`z:${zone.dataset.zone}`, card ?? zone]);
  if (seat) found.push([`s:${seat.dataset.seat}`, seat]);
  return found;
}

function hit(node, mode) {
  const objects = objectsAt(node);
  if (!objects.length) return clear();
  const touch = mode === "touch";
  now.mode = mode;
  const card = node.closest(".card[data-look]");
  if (touch && card) showLarge(table, card, true);
  if (!table.ask) return touch ? undefined : hideLarge();
  const about = ([object]) => now.lit.has(object) || now.clicks.includes(object) || now.picked.has(object) || (!table.ask.several && narrow(table.ask.choices, [object]).left.length > 0);
  const found = objects.find(about);
  if (!found) return explain(...objects[0], objects);
  if (table.ask.several) return picked(found);
  const [object, at] = found;
  if (touch && now.clicks.includes(object) && now.left.length === 1) return answer([now.left[0].n]);
  now.clicks = click(table.ask.choices, now.clicks, object) ?? [];
  question();
  if (now.clicks.length && now.left.length === 1 && !touch) return answer([now.left[0].n]);
  menu(at);
  if (mode === "keys" && now.clicks.length) one("#ask [data-n]")?.focus();
}

function picked([object, at]) {
  const next = pick(table.ask.choices, now.picked, object, table.ask.several.most);
  if (!next) return nothing(at, `${table.ask.several.most} are enough`);
  now.picked = next;
  question();
}

const hasMenu = () => now.mode === "mouse" && now.clicks.length > 0 && now.left.length > 1 && now.left.length <= 9;

/** A few answers that are left stand beside what was clicked, in the words that differ. */
function menu(node) {
  const place = one("#menu");
  place.hidden = !hasMenu();
  if (place.hidden) return;
  patch(place, answerButtons(table, now.left, now.clicks));
  const box = node.getBoundingClientRect();
  const size = place.getBoundingClientRect();
  place.style.setProperty("left", `${Math.max(8, Math.min(innerWidth - size.width - 8, box.left + box.width / 2 - size.width / 2))}px`);
  place.style.setProperty("top", `${box.top - size.height - 12 > 8 ? box.top - size.height - 12 : Math.min(innerHeight - size.height - 8, box.bottom + 12)}px`);
}

/** Why what was clicked is nothing to choose. */
function explain(object, node, objects) {
  const blocked = objects.flatMap(([one]) => forbids(table.ask.blocked ?? [], now.clicks, one));
  if (blocked.length) return because(table, blocked, node);
  const card = node.closest?.(".card[data-look]");
  if (!card) return objects[0][0].startsWith("s:") ? undefined : nothing(node);
  nothing(node);
  wire.say({ t: "why", text: table.meta.looks[Number(card.dataset.look)].text });
}

function clear() {
  now.clicks = [];
  now.picked = new Map();
  one("#menu").hidden = true;
  hideLarge();
  hush();
  if (table.view) question();
}

function dropped(card, target) {
  if (authoring()) return carried(card.dataset.id, target);
  if (!table.ask || table.ask.several) return;
  const object = `c:${card.dataset.id}`;
  if (!now.clicks.includes(object)) now.clicks = click(table.ask.choices, now.clicks, object) ?? [];
  question();
  const onto = target ? objectsAt(target).filter(([one]) => now.lit.has(one)) : [];
  if (onto.length) {
    now.clicks = click(table.ask.choices, now.clicks, onto[0][0]) ?? now.clicks;
    question();
  }
  const away = !target?.closest("#dock");
  if (now.left.length === 1 && (onto.length || away)) return answer([now.left[0].n]);
  if (away || onto.length) menu(target ?? card);
  else clear();
}

function toggle(n) {
  const { choices, several } = table.ask;
  const held = [...now.picked].find(([, one]) => one === n);
  const next = new Map(now.picked);
  if (held) next.delete(held[0]);
  else if (next.size < several.most) next.set(parts(choices.find((choice) => choice.n === n)).flat().find((object) => !next.has(object)) ?? `n:${n}`, n);
  now.picked = next;
  question();
}

const does = {
  confirm: () => answer([...now.picked.values()]),
  decline: () => answer([]),
  clear,
  list: () => {
    now.listOpen = !now.listOpen;
    question();
  },
  agree: () => wire.say({ t: "agree", yes: true }),
  refuse: () => wire.say({ t: "agree", yes: false }),
  undo: () => wire.say({ t: "undo" }),
  hint: () => (table.ask ? wire.say({ t: "hint" }) : nothing(null, "nothing is asked of you now")),
  auto: () => {
    kept.auto = !kept.auto;
    wire.say({ t: "auto", on: kept.auto });
    question();
  },
  nudge: () => wire.say({ t: "nudge" }),
  person: (node) => wire.say({ t: "bot", seat: Number(node.dataset.for), kind: "person" }),
  link: (node) => wire.say({ t: "link", seat: Number(node.dataset.for) }),
  theme: () => otherTheme(),
  result,
  side: (node) => side(node.dataset.side),
  small: () => {
    kept.everything = !kept.everything;
    one("[data-do=small]").setAttribute("aria-pressed", String(kept.everything));
    drawLog();
  },
  tools: (node) => {
    const open = one("#tools").classList.toggle("open");
    node.setAttribute("aria-expanded", String(open));
  },
};

/** Shows the log or the people; the same button again folds it. */
function side(name) {
  const node = one("#side");
  const open = node.dataset.open === name ? "" : name;
  node.dataset.open = open;
  one("#app").classList.toggle("sided", open !== "");
  for (const button of every("[data-side]")) button.setAttribute("aria-expanded", String(button.dataset.side === open));
  if (open === "log") one("#log").scrollTop = one("#log").scrollHeight;
  if (table.view) fit(small());
}

function clicked(event) {
  const target = /** @type {any} */ (event.target);
  const button = target.closest("[data-n], [data-pick], [data-do], [data-small], [data-work]");
  if (button) {
    const { n, pick: chosen, do: what, small: line, work } = button.dataset;
    if (work) return worked(work);
    if (n !== undefined) return answer([Number(n)]);
    if (chosen !== undefined) return toggle(Number(chosen));
    if (line !== undefined) {
      if (!kept.small.delete(Number(line))) kept.small.add(Number(line));
      return drawLog();
    }
    return does[what]?.(button);
  }
  if (!table.view || target.closest("#side, dialog, #bar, #menu, #ask, #all")) return;
  const head = target.closest(".seat .head");
  if (head && small() && !now.lit.has(`s:${head.parentElement.dataset.seat}`)) return fold(Number(head.parentElement.dataset.seat));
  hit(target, modeOf(event));
}

/** Whether a finger, a mouse or the keyboard clicked. */
function modeOf(event) {
  if (event.pointerType === "touch" || (!event.pointerType && matchMedia("(pointer: coarse)").matches)) return "touch";
  return event.detail === 0 ? "keys" : "mouse";
}

function fold(seat) {
  if (!table.open.delete(seat)) table.open.add(seat);
  draw([], question);
}

function submitted(event) {
  const form = event.target;
  const { form: what, for: seat } = form.dataset;
  if (!what) return;
  event.preventDefault();
  filled(what, form);
  const values = new FormData(form);
  if (what === "name" && values.get("name")) wire.say({ t: "name", name: String(values.get("name")) });
  if (what === "bot") wire.say({ t: "bot", seat: Number(seat), kind: "bot", bot: String(values.get("bot")) });
  form.reset();
}

/** Somebody who waits long may do something about it. */
function impatient() {
  if (!table.view || table.ask || table.view.over) return;
  table.waiting = { ...table.waiting, since: (performance.now() - kept.since) / 1000 };
  question();
}

function status(state, why) {
  const net = one("#net");
  net.dataset.state = state;
  net.setAttribute("aria-label", state === "on" ? "connected" : "not connected");
  if (state === "closed") toast([h("span", { class: "reason" }, h("b", {}, capital(why)))], 1e8);
}

/** Starts the page. */
export function start() {
  theme();
  document.addEventListener("click", clicked);
  document.addEventListener("submit", submitted);
  document.addEventListener("pointerover", (event) => {
    const card = /** @type {any} */ (event.target).closest?.("#app .card[data-look]");
    if (event.pointerType !== "mouse" || !table.view) return;
    if (card) soonLarge(table, card);
    else hideLarge();
  });
  document.addEventListener("focusin", (event) => {
    const card = /** @type {any} */ (event.target).closest?.("#app .card[data-look]");
    if (card?.matches(":focus-visible") && table.view) soonLarge(table, card);
  });
  draggable({ canDrag: (card) => authoring() || !table.ask?.several && (now.lit.has(`c:${card.dataset.id}`) || now.clicks.includes(`c:${card.dataset.id}`)), drop: dropped });
  keyboard({ back: clear, look: (node) => showLarge(table, node) });
  setInterval(impatient, 5000);
  addEventListener("resize", () => {
    clearTimeout(kept.later);
    kept.later = setTimeout(() => table.view && draw([], question), 80);
  });
  addEventListener("hashchange", () => location.reload());
  if (!small()) side("log");
  wire = connect({ url: socketUrl(location), join: () => ({ t: "join", token: location.hash.slice(1), ...(kept.rev >= 0 ? { have: kept.rev } : {}) }), heard, status });
  openWorkshop((message) => wire.say(message));
}

start();
