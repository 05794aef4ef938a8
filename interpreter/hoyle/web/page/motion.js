/** Slides and flips: where cards were before, where they are now, and what events say of those that came or went. */

import { every, make } from "./dom.js";
import { cardNode } from "./card.js";

const LONG = 430;
const STEP = 28;
const MOST = 24;

/** Whether somebody wants no motion. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const box = (node) => (node.querySelector?.(".face, .hole") ?? node).getBoundingClientRect();

/** Where everything is. */
export function places() {
  const cards = new Map();
  const zones = new Map();
  for (const node of every("#app .card[data-id]")) cards.set(node.dataset.id, { box: box(node), seen: node.dataset.look !== undefined });
  for (const node of every("#app [data-zone]")) zones.set(node.dataset.zone, box(node));
  return { cards, zones };
}

/** What events say of cards that come into sight and of those that go. Pure. @param {any[]} news */
export function comings(news) {
  const born = new Map();
  const gone = [];
  for (const event of news)
    for (const card of event.t === "move" ? event.cards : []) {
      if (card.is) born.set(card.is, card.was ?? card.from);
      else if (card.was || card.from) gone.push({ was: card.was ?? null, from: card.from, to: event.to, look: card.look });
    }
  return { born, gone };
}

/** Moves everything from where it was. @param {ReturnType<typeof places>} before @param {any[]} news @param {any} table */
export function move(before, news, table) {
  if (still() || document.hidden) return;
  const { born, gone } = comings(news);
  const now = places();
  let late = 0;
  for (const node of every("#app .card[data-id]")) {
    const { id } = node.dataset;
    const was = before.cards.get(id);
    let from = was?.box;
    if (!from && born.has(id)) {
      from = before.cards.get(born.get(id))?.box ?? before.zones.get(born.get(id)) ?? now.zones.get(born.get(id));
      late += STEP;
    }
    const to = now.cards.get(id)?.box;
    if (from && to) slide(node.firstElementChild, from, to, was ? 0 : late, was !== undefined && was.seen !== (node.dataset.look !== undefined));
  }
  gone.slice(0, MOST).forEach((one, n) => ghost(one, before, now, n * STEP, table));
}

function slide(node, from, to, delay, turned) {
  const dx = from.left + from.width / 2 - to.left - to.width / 2;
  const dy = from.top + from.height / 2 - to.top - to.height / 2;
  if (!node || (Math.abs(dx) + Math.abs(dy) < 3 && !turned)) return;
  const size = Math.min(1.8, Math.max(0.3, from.width / (to.width || 1)));
  const flip = turned ? "rotateY(90deg)" : "rotateY(0deg)";
  const frames = [
    { transform: `translate(${dx}px, ${dy}px) scale(${size}) ${flip}`, zIndex: 9 },
    { transform: `translate(${dx / 3}px, ${dy / 3 - 10}px) scale(${(size + 2) / 3}) rotateY(0deg)`, offset: 0.6, zIndex: 9 },
    { transform: "none", zIndex: 9 },
  ];
  node.animate(frames, { duration: LONG, delay, easing: "cubic-bezier(.2,.75,.25,1)", fill: "backwards" });
}

/** A card that goes out of sight leaves its picture on the way. */
function ghost({ was, from, to, look }, before, now, delay, table) {
  const start = (was && before.cards.get(was)?.box) || before.zones.get(from);
  const end = now.zones.get(to);
  if (!start || !end) return;
  const node = make(cardNode(look === undefined ? null : { look }, { faces: table.faces, back: { name: table.meta.title, hue: table.hue }, tell: false, key: "ghost" }));
  node.classList.add("ghost");
  node.removeAttribute("data-look");
  node.setAttribute("aria-hidden", "true");
  const width = Math.min(start.width, 80);
  node.style.setProperty("--w", `${width}px`);
  node.style.setProperty("left", `${start.left + start.width / 2 - width / 2}px`);
  node.style.setProperty("top", `${start.top}px`);
  document.body.append(node);
  const path = `translate(${end.left + end.width / 2 - start.left - start.width / 2}px, ${end.top + end.height / 2 - start.top - start.height / 2}px) scale(.5)`;
  const run = node.animate([{ transform: "none", opacity: 1 }, { transform: path, opacity: 0.1 }], { duration: LONG + 50, delay, easing: "cubic-bezier(.3,.6,.3,1)", fill: "both" });
  run.onfinish = () => node.remove();
  run.oncancel = () => node.remove();
}

/** Something that cannot be done shakes its head. */
export function shake(node) {
  if (!still()) node?.animate?.([{ translate: "0" }, { translate: "-5px" }, { translate: "5px" }, { translate: "0" }], { duration: 220 });
}
