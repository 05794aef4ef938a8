/** One scale for the table: the largest at which it needs no scrolling. It grows back only when there is much room. */

import { one } from "./dom.js";

const LARGEST = 1.25;
const LEAST = 0.62;
let room = "";
let scale = 1;

/** Pure: the next scale to try, or the same one if it fits. @param {number} now @param {number} needs @param {number} has */
export function nextScale(now, needs, has) {
  if (needs > has + 1) return Math.max(LEAST, Math.min(now * 0.97, now * Math.sqrt(has / needs)));
  if (needs < has * 0.7 && now < LARGEST) return Math.min(LARGEST, now * 1.12);
  return now;
}

/** Scales the felt; measured again only when the room or the game asks for it. */
export function fit() {
  const felt = one("#felt");
  const here = `${innerWidth}x${innerHeight}`;
  if (here !== room) {
    room = here;
    scale = 1;
    felt.style.setProperty("--k", "1");
  }
  const needs = () => [...felt.children].reduce((sum, child) => (getComputedStyle(child).position === "absolute" ? sum : Math.max(sum, child.offsetTop + child.scrollHeight)), 0) + 6;
  for (let tries = 0; tries < 5; tries++) {
    const next = nextScale(scale, needs(), felt.clientHeight);
    const grows = next > scale;
    if (Math.abs(next - scale) < 0.005 || (grows && tries > 0)) break;
    scale = next;
    felt.style.setProperty("--k", scale.toFixed(3));
  }
}
