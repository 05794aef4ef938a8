/** The fixed set of drawings that a `.look` file may name for the members of a kind, each in a box from -42 to 42. */

export const PIPS = {
  spade: "M0-38C10-18 36-4 36 13 36 29 14 28 4 19 5 28 9 33 14 37H-14C-9 33-5 28-4 19-14 28-36 29-36 13-36-4-10-18 0-38Z",
  heart: "M0 35C-49 0-31-38 0-14 31-38 49 0 0 35Z",
  diamond: "M0-38 27 0 0 38-27 0Z",
  club: "M0-38a15.500 15.500 0 0 1 11 26 15.500 15.500 0 1 1-7 27C5 25 8 32 14 37H-14C-8 32-5 25-4 15a15.500 15.500 0 1 1-7-27A15.500 15.500 0 0 1 0-38Z",
  star: "M0-38 9-11 37-11 15 6 23 33 0 17-23 33-15 6-37-11-9-11Z",
  fist: "M-28-14a7 7 0 0 1 13-4 7 7 0 0 1 13-2 7 7 0 0 1 13 2 7 7 0 0 1 14 6V6C25 22 16 30 12 36H-16C-18 26-28 20-30 6-32-4-24-6-18-4H2a5 5 0 0 1 0 10H-10v4H4a9 9 0 0 0 4-17 7 7 0 0 0-5-1H-17C-22-8-28-8-28-14Z",
  crown: "M-36-20-18 0 0-32 18 0 36-20 28 20H-28ZM-28 26H28V34H-28Z",
  coin: "M0-36a36 36 0 1 1-.1 0ZM0-27a27 27 0 1 0 .1 0ZM0-18 14 0 0 18-14 0Z",
  cup: "M-26-34H26C26-8 16 4 5 8V24C14 26 18 30 18 36H-18C-18 30-14 26-5 24V8C-16 4-26-8-26-34Z",
  sword: "M0-40 7-30V12H22V20H7V30a7 7 0 1 1-14 0V20H-22V12H-7V-30Z",
  wand: "M-31 23 15-23 23-15-23 31ZM24-38 27-28 37-25 27-22 24-12 21-22 11-25 21-28Z",
  moon: "M14-36A38 38 0 1 0 36 14 30 30 0 0 1 14-36Z",
  sun: "M0-19a19 19 0 1 1-.1 0ZM-4-38H4L2-24H-2ZM-4 38H4L2 24H-2ZM-38-4V4L-24 2V-2ZM38-4V4L24 2V-2ZM-30-24-24-30-15-18-18-15ZM30-24 24-30 15-18 18-15ZM-30 24-24 30-15 18-18 15ZM30 24 24 30 15 18 18 15Z",
  leaf: "M0 38C-34 22-31-14 0-38 31-14 34 22 0 38ZM-1.500 30H1.500L1.500 8 12-4 10-6 1.500 2V-18H-1.500V2L-10-6-12-4-1.500 8Z",
  drop: "M0-38C10-14 28-4 28 14A28 24 0 0 1-28 14C-28-4-10-14 0-38Z",
  flame: "M4-38C8-18 28-10 28 14 28 30 14 38 0 38-14 38-28 30-28 12-28 2-22-4-18-12-14-2-10 0-8 0-10-14-4-28 4-38ZM2 6C-4 14-10 16-10 24A10 10 0 0 0 10 24C10 18 4 14 2 6Z",
  mask: "M-34-20C-14-30 14-30 34-20 36 6 22 34 0 38-22 34-36 6-34-20ZM-24-8C-16-14-8-10-6-2-14 4-22 0-24-8ZM24-8C16-14 8-10 6-2 14 4 22 0 24-8ZM-12 18H12C10 26-10 26-12 18Z",
  bell: "M-4-38H4V-32C20-30 24-16 24 0 24 10 28 16 34 22V26H-34V22C-28 16-24 10-24 0-24-16-20-30-4-32ZM-9 30H9A9 8 0 0 1-9 30Z",
  shield: "M-28-34H28V2C28 22 14 32 0 38-14 32-28 22-28 2ZM-3-26V-4H-21V2H-3V26H3V2H21V-4H3V-26Z",
  skull: "M-30-8A30 28 0 1 1 30-8C30 6 19 10 17 18V32H8V24H3V32H-3V24H-8V32H-17V18C-19 10-30 6-30-8ZM-12-12a8 8 0 1 0 .1 0ZM12-12a8 8 0 1 0 .1 0Z",
  eye: "M-40 0C-20-30 20-30 40 0 20 30-20 30-40 0ZM0-18a18 18 0 1 0 .1 0ZM0-8a8 8 0 1 1-.1 0Z",
  bolt: "M8-40-24 8H-3L-10 40 24-10H3Z",
  wave: "M-38-4C-26-26-14-26 0-8 12 8 22 8 38-8V10C24 26 10 26-4 8-16-8-24-8-38 12Z",
  gem: "M-20-30H20L38-8 0 38-38-8ZM-14-22-26-8H-12L-4-22ZM4-22 12-8H26L14-22Z",
  fan: "M-30 30C-38-12-12-38 30-30 38 12 12 38-30 30Z",
  tower: "M-30 34V-28H-18V-18H-6V-28H6V-18H18V-28H30V34H9V14A9 9 0 0 0-9 14V34Z",
  cross: "M-10-34H10V-10H34V10H10V34H-10V10H-34V-10H-10Z",
  round: "M-30 0a30 30 0 1 0 60 0a30 30 0 1 0-60 0",
  square: "M-27-27H27V27H-27Z",
  triangle: "M0-34 36 28H-36Z",
  hexagon: "M0-36 31-18V18L0 36-31 18V-18Z",
};

/** Those that stand for members nobody has named a drawing for: no two of the first eight are alike. */
export const PLAIN = ["round", "diamond", "triangle", "square", "star", "hexagon", "drop", "cross", "bolt", "moon", "gem", "leaf"];

const NAMES = new Map(Object.keys(PIPS).flatMap((name) => [[name, name], [`${name}s`, name]]));
for (const [word, name] of [["leaves", "leaf"], ["wild", "star"], ["acorns", "drop"]]) NAMES.set(word, name);

/**
 * The drawing for the member of a kind: the one a look names, one that is called like it, or a plain one by its number.
 * @param {string} member @param {number} number @param {string} [told]
 */
export function pipOf(member, number, told) {
  if (told && told in PIPS) return told;
  return NAMES.get(member) ?? PLAIN[((number % PLAIN.length) + PLAIN.length) % PLAIN.length];
}
