/** What is seen: the table as it was last told, and everything that is drawn of it but the question. */

import { badgeNode, boardParts, handParts } from "./board.js";
import { every, one, patch } from "./dom.js";
import { facesOf } from "./faces.js";
import { fit } from "./fit.js";
import { arrange, touched } from "./layout.js";
import { logParts } from "./log.js";
import { move, places, still } from "./motion.js";
import { felt } from "./theme.js";
import { facts, scoring } from "./values.js";

const KEPT = 300;
const NARROW = 760;

/** @type {any} */
export const table = { meta: null, view: null, ask: null, people: [], bots: [], you: null, role: "seat", look: null, faces: [], score: null, hue: 0, open: new Set(), waits: [], waiting: { seats: [], since: 0 }, undo: null, plan: null };
/** @type {any} */
export const kept = { events: [], small: new Set(), everything: false, used: new Set(), scores: null, phase: null, rev: -1, auto: false, over: false };
const cards = new Map();

export const small = () => innerWidth <= NARROW;

/** Who and what is at this table. */
export function greet(message) {
  Object.assign(table, { meta: message.meta, look: message.look ?? null, people: message.people ?? [], bots: message.bots ?? [], you: message.you ?? null, role: message.role });
  table.faces = facesOf(table.meta, table.look);
  kept.scores = null;
  kept.events = [];
  document.title = `${table.meta.title} · Hoyle`;
  one("#title").textContent = table.meta.title;
  felt(table.meta.title, table.look);
  document.body.dataset.role = table.role;
}

/** What has happened is kept for the log, and which phase it is. */
export function remember(news, rev) {
  kept.rev = rev;
  const last = kept.events.length ? kept.events[kept.events.length - 1].i : -1;
  kept.events.push(...news.filter((event) => event.i > last));
  for (const event of news) if (event.t === "phase") kept.phase = event.name;
  if (kept.events.length > 2 * KEPT) kept.events = kept.events.slice(-KEPT);
}

/**
 * Takes over a state. Gives what goes on from here: `paint` draws it, with motion if it follows what was shown before.
 * @param {any} message @param {boolean} jump whether it does not follow
 */
export function take(message, jump = false) {
  const first = table.view === null || message.from !== undefined || jump;
  const before = first || still() ? null : places();
  const news = message.news ?? [];
  if (message.from !== undefined) kept.events = [];
  remember(news, message.rev);
  table.view = message.view;
  table.ask = message.ask ?? null;
  table.undo = message.undo ?? null;
  table.waiting = message.waits ?? { seats: [], since: 0 };
  table.waits = table.waiting.seats.length ? table.waiting.seats : message.view.over || message.view.player === null ? [] : [message.view.acting ?? message.view.player];
  return {
    paint(question = () => {}) {
      draw(first ? [] : news, question);
      if (before) move(before, news, table);
      document.documentElement.dataset.rev = String(kept.rev);
    },
  };
}

/** Draws the table anew: only what has changed is touched. @param {any[]} news @param {() => void} question draws what is asked */
export function draw(news, question = () => {}) {
  const { view } = table;
  for (const name in view.zones) if (view.zones[name].n) kept.used.add(name);
  kept.scores = scoring(table.meta, view, kept.scores);
  table.score = kept.scores[0] ?? null;
  table.plan = arrange({ meta: table.meta, view: { ...view, phase: kept.phase }, look: table.look, you: table.you, hot: touched(table.ask, news), used: kept.used });
  table.places = table.plan.places;
  const app = one("#app");
  app.dataset.shape = table.plan.shape;
  app.dataset.players = String(table.meta.players);
  app.classList.toggle("asked", table.ask !== null);
  const board = boardParts(table, small());
  const hand = handParts(table);
  for (const [name, inside] of Object.entries({ ...board, ...hand })) patch(one(`#${name}`), inside, cards);
  if (cards.size > 400) for (const [key, node] of cards) if (!node.isConnected) cards.delete(key);
  patch(one("#facts"), facts(table).map(badgeNode));
  question();
  drawLog();
  fit(small());
}

export function drawLog() {
  const log = one("#log");
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
  patch(log, logParts(table, kept.events, kept.small, kept.everything));
  if (atEnd) log.scrollTop = log.scrollHeight;
}

