/** A card shown large, so that its text can be read on any screen. */

import { cardNode } from "./card.js";
import { one, patch } from "./dom.js";
import { markText } from "./values.js";

let timer = null;

/** Shows what lies on a node, beside it or, for fingers, above the hand. @param {any} table @param {any} node @param {boolean} docked */
export function showLarge(table, node, docked = false) {
  const card = cardOf(table, node);
  const place = one("#large");
  if (!card) return hideLarge();
  const marks = (card.marks ?? []).map((mark) => markText(table.meta, table.people, table.you, mark)).filter(Boolean);
  patch(place, [cardNode({ look: card.look }, { faces: table.faces, back: { name: table.meta.title, hue: 0 }, marks, tell: false, key: "large" })]);
  place.firstElementChild?.removeAttribute("data-look");
  place.classList.toggle("docked", docked);
  place.classList.add("on");
  if (!docked) beside(place, node.getBoundingClientRect());
  else place.style.removeProperty("left"), place.style.removeProperty("top");
}

/** Shows it after a moment, if the pointer stays. */
export function soonLarge(table, node) {
  clearTimeout(timer);
  timer = setTimeout(() => node.isConnected && showLarge(table, node), 450);
}

export function hideLarge() {
  clearTimeout(timer);
  one("#large").classList.remove("on");
}

function cardOf(table, node) {
  if (node.dataset.look === undefined) return null;
  const { id } = node.dataset;
  for (const zone of Object.values(table.view.zones)) for (const card of zone.cards ?? []) if (card && card.id === id && card.look !== undefined) return card;
  return { look: Number(node.dataset.look) };
}

function beside(place, box) {
  const size = place.getBoundingClientRect();
  const right = box.right + 14 + size.width < innerWidth ? box.right + 14 : box.left - size.width - 14;
  place.style.setProperty("left", `${Math.max(8, Math.min(innerWidth - size.width - 8, right))}px`);
  place.style.setProperty("top", `${Math.max(8, Math.min(innerHeight - size.height - 8, box.top - 60))}px`);
}
