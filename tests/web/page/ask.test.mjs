import assert from "node:assert/strict";
import test from "node:test";
import { listParts, questionParts } from "../../../interpreter/hoyle/web/page/ask.js";
import { facesOf } from "../../../interpreter/hoyle/web/page/faces.js";
import { undoParts } from "../../../interpreter/hoyle/web/page/people.js";

const people = [{ seat: 0, name: "Ada" }, { seat: 1, name: "Blaise" }];
const choice = (n, text, ...args) => ({ n, text, key: text, action: "play", args });
const table = { people, you: 0, meta: { looks: [] }, view: { over: false }, ask: null, waiting: { seats: [1], since: 5 } };
const now = { left: [], clicks: [], picked: new Map(), menu: false, drawn: () => true, listOpen: false, busy: false };

/** All that is said in some nodes, and what their buttons do. */
const texts = (nodes) => nodes.flatMap((node) => (!node ? [] : typeof node === "string" ? [node] : texts(node.inside)));
const buttons = (nodes) => nodes.filter(Boolean).filter((node) => node.tag === "button").map((node) => node.attrs["data-do"] ?? Number(node.attrs["data-n"] ?? node.attrs["data-pick"]));

test("whoever waits is told for whom, and may do something about it after a minute", () => {
  assert.match(texts(questionParts(table, now)).join(""), /Blaise to choose/);
  assert.deepEqual(buttons(questionParts(table, now)), []);
  assert.deepEqual(buttons(questionParts({ ...table, waiting: { seats: [1], since: 61 } }, now)), ["nudge"]);
  assert.deepEqual(buttons(questionParts({ ...table, you: null, waiting: { seats: [1], since: 61 } }, now)), []);
});

test("answers that touch nothing on the table are buttons, all others are in the list", () => {
  const ask = { prompt: "play_a_card", decline: "pass", several: null, choices: [choice(0, "play x", { name: "c", cards: ["c1"] }), choice(1, "draw two")] };
  const asked = { ...table, ask };
  const parts = questionParts(asked, { ...now, left: ask.choices, drawn: (object) => object === "c:c1" });
  assert.deepEqual(buttons(parts), [1, "decline", "list"]);
  assert.deepEqual(buttons(listParts(asked, { picked: new Map() })), [0, 1]);
  const clicked = questionParts(asked, { ...now, left: [ask.choices[0]], clicks: ["c:c1"] });
  assert.deepEqual(buttons(clicked), [0, "decline", "clear"]);
});

test("of several there is nothing to confirm before enough is picked", () => {
  const ask = { prompt: "give", decline: null, several: { least: 2, most: 3, ordered: false }, choices: [0, 1, 2].map((n) => choice(n, `give ${n}`)) };
  const confirm = (size) => questionParts({ ...table, ask }, { ...now, picked: new Map([..."abc"].slice(0, size).map((one, n) => [one, n])) }).find((node) => node.attrs["data-do"] === "confirm").attrs.disabled;
  assert.deepEqual([0, 1, 2, 3].map(confirm), [true, true, false, false]);
  const none = { ...ask, several: { least: 0, most: 2, ordered: false } };
  const ready = (decline) => !questionParts({ ...table, ask: { ...none, decline } }, now).find((node) => node.attrs["data-do"] === "confirm").attrs.disabled;
  assert.deepEqual([ready(null), ready("no more")], [true, false]);
});

test("a hint stands above the answers, the best one first", () => {
  const ask = { prompt: "play", decline: null, several: null, choices: [choice(0, "play a"), choice(1, "play b")] };
  const parts = listParts({ ...table, ask }, { picked: new Map(), hints: [{ n: 0, share: 0.2 }, { n: 1, share: 0.8 }], advice: "`play b` of player 2" });
  assert.deepEqual(buttons(parts), [1, 0]);
  assert.deepEqual(texts(parts).slice(0, 3), ["Play b of Blaise", "Play b", " 80 %"]);
});

test("whoever is asked to agree to taking back sees what was revealed", () => {
  const undo = { by: 1, to: 3, seen: ["Blaise drew 5 red"], wait: [0] };
  const parts = undoParts({ ...table, undo });
  assert.deepEqual(buttons(parts), ["agree", "refuse"]);
  assert.match(texts(parts).join(""), /5 red/);
  assert.deepEqual(buttons(undoParts({ ...table, you: 1, undo })), []);
});

test("a look's corner of two attributes is printed as both", () => {
  const looks = [[5, 3], [0, 1]].map(([star, work]) => ({ cards: "T", text: `x${star}`, face: { name: `N${star}`, star, work }, copies: 1 }));
  const faces = facesOf({ looks, kinds: {} }, { cards: { T: { corner: ["star", "work"], title: "name" } } });
  assert.deepEqual(faces.map((face) => face.corner), ["5/3", "0/1"]);
});

test("a look paints cards in a colour of its own, by name or by number", () => {
  const looks = [{ cards: "T", text: "Ann 5", face: { name: "Ann", star: 5 }, copies: 1 }];
  const painted = (paint) => facesOf({ looks, kinds: {} }, { cards: { T: { paint, title: "name" } } })[0].colour;
  assert.equal(painted("#123456"), "#123456");
  assert.notEqual(painted("red"), painted("blue"));
});
