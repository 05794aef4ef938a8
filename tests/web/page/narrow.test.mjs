import assert from "node:assert/strict";
import test from "node:test";
import { click, differing, forbids, matches, narrow, parts, pick, pickable } from "../../../interpreter/hoyle/web/page/narrow.js";
import { questions } from "./recorded.mjs";

const card = (name, ...cards) => ({ name, cards, zone: "hand[0]", look: 0 });
const choice = (n, ...args) => ({ n, key: `k${n}`, text: `t${n}`, action: "play", args });

/** All orders of some things, at most six. */
function orders(things) {
  if (things.length < 2) return [things];
  return things.flatMap((one, n) => orders([...things.slice(0, n), ...things.slice(n + 1)]).map((rest) => [one, ...rest]));
}

test("what is left after clicks does not depend on their order", () => {
  const choices = [choice(0, card("tool", "c1"), { name: "rival", seat: 1 }, card("prize", "c7")), choice(1, card("tool", "c1"), { name: "rival", seat: 2 }, card("prize", "c8")), choice(2, card("tool", "c2"), { name: "rival", seat: 1 }, card("prize", "c7"))];
  for (const clicks of orders(["c:c1", "s:1", "c:c7"])) assert.deepEqual(narrow(choices, clicks).left.map((one) => one.n), [0]);
  assert.deepEqual([...narrow(choices, ["s:1"]).lit].sort(), ["c:c1", "c:c2", "c:c7"]);
});

test("twins: any of them will do, but one card is not two", () => {
  const pair = { name: "cards", list: [card("x", "c1", "c2", "c3"), card("x", "c1", "c2", "c3")] };
  const choices = [choice(0, pair), choice(1, card("x", "c1", "c2", "c3"))];
  assert.deepEqual(narrow(choices, ["c:c2"]).left.map((one) => one.n), [0, 1]);
  assert.deepEqual(narrow(choices, ["c:c3", "c:c1"]).left.map((one) => one.n), [0]);
  assert.deepEqual(narrow(choices, ["c:c3", "c:c1", "c:c2"]).left, []);
  assert.equal(matches([["c:a", "c:b"], ["c:a"]], ["c:a", "c:b"]), true);
});

test("a click that does not go with those before is a new start, the same click again takes it back, a strange one is none", () => {
  const choices = [choice(0, card("x", "c1"), { name: "to", seat: 1 }), choice(1, card("x", "c2"), { name: "to", seat: 2 })];
  assert.deepEqual(click(choices, [], "c:c1"), ["c:c1"]);
  assert.deepEqual(click(choices, ["c:c1"], "s:1"), ["c:c1", "s:1"]);
  assert.deepEqual(click(choices, ["c:c1"], "s:2"), ["s:2"]);
  assert.deepEqual(click(choices, ["c:c1", "s:1"], "c:c1"), ["s:1"]);
  assert.equal(click(choices, ["c:c1"], "c:c9"), null);
});

test("of several, each click is an answer of its own, up to as many as are wanted", () => {
  const twins = [0, 1, 2].map((n) => choice(n, card("x", "c1", "c2", "c3")));
  const one = pick(twins, new Map(), "c:c2", 2);
  const two = pick(twins, one, "c:c1", 2);
  assert.equal(new Set(two.values()).size, 2);
  assert.equal(pick(twins, two, "c:c3", 2), null);
  assert.deepEqual([...pick(twins, two, "c:c2", 2).keys()], ["c:c1"]);
  assert.deepEqual([...pickable(twins, one, 2)].sort(), ["c:c1", "c:c3"]);
  assert.equal(pickable(twins, two, 2).size, 0);
});

test("what forbids something is what goes with the clicks before it, each rule once", () => {
  const no = (rule, ...args) => ({ ...choice(0, ...args), rule, why: rule });
  const blocked = [no("follow", card("x", "c1")), no("follow", card("x", "c1")), no("limit", card("x", "c1"), { name: "to", seat: 2 })];
  assert.deepEqual(forbids(blocked, [], "c:c1").map((one) => one.rule), ["follow", "limit"]);
  assert.deepEqual(forbids(blocked, ["s:2"], "c:c1").map((one) => one.rule), ["limit"]);
  assert.deepEqual(forbids(blocked, [], "c:c2"), []);
});

test("a menu says only what differs", () => {
  const word = (arg) => arg.word ?? "";
  const up = { name: "facing", value: 0, word: "face up", kind: "F" };
  const down = { name: "facing", value: 1, word: "face down", kind: "F" };
  const choices = [choice(0, card("x", "c1"), up), choice(1, card("x", "c1"), down)];
  assert.deepEqual(differing(choices, ["c:c1"], word), ["face up", "face down"]);
  assert.equal(differing([choices[0], { ...choices[1], action: "other" }], ["c:c1"], word), null);
  assert.equal(differing([choices[0], choices[0]], ["c:c1"], word), null);
});

test("every recorded answer is found by clicking its parts in any order, and what glows always leads on", () => {
  assert.ok(questions.length > 100);
  for (const { ask, name } of questions) {
    if (ask.several) continue;
    for (const one of ask.choices.slice(0, 40)) {
      const path = [];
      for (const objects of parts(one)) path.push(objects.find((object) => !path.includes(object)));
      for (const clicks of orders(path.slice(0, 4)))
        assert.ok(narrow(ask.choices, clicks).left.some((left) => left.n === one.n), `${name}: ${one.text} is not reached by ${clicks}`);
    }
    for (const object of narrow(ask.choices, []).lit) assert.ok(narrow(ask.choices, [object]).left.length > 0, `${name}: ${object} glows for nothing`);
  }
});

test("every recorded question for several can be answered by clicking", () => {
  const several = questions.filter(({ ask }) => ask.several);
  assert.ok(several.length > 0);
  for (const { ask } of several) {
    let picked = new Map();
    while (picked.size < ask.several.least) {
      const [object] = pickable(ask.choices, picked, ask.several.most);
      picked = pick(ask.choices, picked, object, ask.several.most);
    }
    assert.equal(new Set(picked.values()).size, ask.several.least);
  }
});
