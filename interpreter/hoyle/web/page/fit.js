/** One scale for the table: the largest at which it needs no scrolling. It grows back only when there is much room. */

import { one } from "./dom.js";

const LARGEST = 1.25;
const LEAST = 0.62;
let room = "";
let scale = 1;

/** Pure: the next scale to try, or the same one if it fits. @param {number} now @param {number} needs @param {number} has */
export function nextScale(now, needs, has) {
  if (needs > has + 1) return Math.max(LEAST, Math.min(now * 0.97, now * Math.sqrt(has / needs)));
  if (needs < has * 0.84 && now < LARGEST) return Math.min(LARGEST, now * 1.12, (now * has * 0.97) / needs);
  return now;
}

/** What lies between the first and the last thing of a part. */
function tall(part) {
  let top = Infinity;
  let bottom = -Infinity;
  for (const child of part.children) {
    const box = child.getBoundingClientRect();
    if (!box.height) continue;
    top = Math.min(top, box.top);
    bottom = Math.max(bottom, box.bottom);
  }
  return bottom > top ? bottom - top : 0;
}

/** Scales the felt; measured again only when the room or what lies there asks for it. */
export function fit(phone) {
  const felt = one("#felt");
  const here = `${innerWidth}x${innerHeight}`;
  if (here !== room) {
    room = here;
    scale = 1;
    felt.classList.remove("tight");
    felt.style.setProperty("--k", "1");
  }
  if (one("#app").dataset.shape !== "rows") return;
  const parts = ["#top", "#centre", "#mine"].map((name) => one(name));
  const needs = () => parts.reduce((sum, part) => sum + tall(part), 0) + 44;
  for (let tries = 0; tries < 5; tries++) {
    const next = nextScale(scale, needs(), felt.clientHeight);
    const grows = next > scale;
    if (Math.abs(next - scale) < 0.005 || (grows && tries > 0)) break;
    scale = next;
    felt.style.setProperty("--k", scale.toFixed(3));
  }
  if (phone && scale <= LEAST && felt.scrollHeight > felt.clientHeight + 2 && !felt.classList.contains("tight")) {
    felt.classList.add("tight");
    scale = 0.9;
    felt.style.setProperty("--k", "0.9");
  }
}
