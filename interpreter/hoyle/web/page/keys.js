/** The keyboard: arrows go from card to card and from zone to zone, Enter and Space click, Escape goes back. */

import { every } from "./dom.js";

const stops = () => every("#app .card[data-id], #app .card.can, #app [data-zone].can, #app [data-seat].can").filter((node) => node.offsetParent !== null);

/** Pure: the nearest box in a direction. @param {{left: number, top: number, width: number, height: number}} from @param {any[]} boxes @param {string} key */
export function nearest(from, boxes, key) {
  const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  const [x, y] = middle(from);
  let best = -1;
  let least = Infinity;
  boxes.forEach((box, n) => {
    const [bx, by] = middle(box);
    const [along, across] = key === "ArrowLeft" ? [x - bx, by - y] : key === "ArrowRight" ? [bx - x, by - y] : key === "ArrowUp" ? [y - by, bx - x] : [by - y, bx - x];
    if (along <= 2) return;
    const far = along + Math.abs(across) * 2.5;
    if (far < least) [least, best] = [far, n];
  });
  return best;
}

function goOn(event) {
  const nodes = stops();
  const from = document.activeElement;
  const boxes = nodes.map((node) => node.getBoundingClientRect());
  const at = nodes.indexOf(from);
  const next = at < 0 ? nodes.findIndex((node) => node.classList.contains("can")) : nearest(boxes[at], boxes.map((box, n) => (n === at ? { left: -1e6, top: -1e6, width: 0, height: 0 } : box)), event.key);
  const node = nodes[Math.max(0, next)];
  if (!node || (at >= 0 && next < 0)) return;
  node.focus();
  event.preventDefault();
}

/** @param {{back: () => void, look: (node: any) => void}} how */
export function keyboard({ back, look }) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {any} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
    if (event.key === "Escape") back();
    else if (event.key.startsWith("Arrow") && !target.closest("#side, dialog")) goOn(event);
    else if ((event.key === "Enter" || event.key === " ") && target.matches(".card, [data-zone], [data-seat]")) {
      event.preventDefault();
      target.click();
    } else if (event.key === "i" && target.matches(".card")) look(target);
  });
}
