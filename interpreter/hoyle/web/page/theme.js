/** Light or dark: as the system has it, until somebody says otherwise. */

import { hueOf, isColour } from "./palette.js";
import { rosette } from "./rosette.js";

const KEPT = "hoyle.theme";

const kept = () => {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
};

/** Sets the theme, and gives its name. */
export function theme(wanted = null) {
  const system = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  const name = wanted ?? kept() ?? system;
  document.documentElement.dataset.theme = name === "light" ? "light" : "dark";
  if (wanted) {
    try {
      localStorage.setItem(KEPT, wanted);
    } catch {
      // kept for this page only
    }
  }
  return name;
}

/** The other theme; gives its name. */
export const otherTheme = () => theme(document.documentElement.dataset.theme === "light" ? "dark" : "light");

/** The felt of a game: a hue of its own, and its sign on the cloth. @param {string} title @param {any} look */
export function felt(title, look = null) {
  const root = document.documentElement.style;
  root.setProperty("--hue", String(hueOf(title)));
  if (isColour(look?.table?.felt) && look.table.felt !== "rainbow") {
    root.setProperty("--felt-told", look.table.felt);
    document.documentElement.dataset.felt = "told";
  }
  const sign = document.getElementById("sign");
  if (!sign || sign.firstChild) return;
  for (const curve of rosette(title)) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", curve);
    sign.append(path);
  }
}
