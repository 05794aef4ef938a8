import assert from "node:assert/strict";
import test from "node:test";
import { nextScale } from "../../../interpreter/hoyle/web/page/fit.js";
import { arrange, belongs, shapeOf, touched } from "../../../interpreter/hoyle/web/page/layout.js";
import { nearest } from "../../../interpreter/hoyle/web/page/keys.js";
import { sides } from "../../../interpreter/hoyle/web/page/board.js";
import { badges, facts, scoring } from "../../../interpreter/hoyle/web/page/values.js";
import { tables } from "./recorded.mjs";

/** The zones of a plan that are drawn, for whoever looks. */
function drawn(plan, view, you) {
  const found = [];
  const shows = (spot) => spot.keep || view.zones[spot.zone].n > 0;
  const group = (one) => {
    if (one.as === "grid") return found.push(...one.rows.flat().map((spot) => spot.zone));
    if (one.as === "strip") return found.push(...one.columns.flatMap((column) => column.spots.filter((spot, n) => n === 0 || shows(spot)).map((spot) => spot.zone)));
    return found.push(...one.spots.filter(shows).map((spot) => spot.zone));
  };
  plan.centre.forEach(group);
  found.push(...(plan.trick ?? []).map((spot) => spot.zone));
  for (const seat of Object.keys(plan.seats)) {
    plan.seats[seat].groups.forEach(group);
    found.push(...plan.seats[seat].hands.filter((hand) => view.zones[hand.zone].n).map((hand) => hand.zone));
  }
  assert.deepEqual(plan.others.includes(you), false);
  return found;
}

for (const withLook of [true, false])
  test(`every zone with a card that is seen, or that an answer is about, is drawn once (${withLook ? "with" : "without"} looks)`, () => {
    for (const { meta, states, look, name, you } of tables) {
      const told = withLook ? look : null;
      const used = new Set();
      let phase = null;
      for (const { view, ask, news } of states) {
        for (const zone in view.zones) if (view.zones[zone].n) used.add(zone);
        for (const event of news) if (event.t === "phase") phase = event.name;
        const hot = touched(ask, []);
        const zones = drawn(arrange({ meta, view: { ...view, phase }, look: told, you, hot, used }), view, you);
        assert.equal(new Set(zones).size, zones.length, `${name}: a zone is drawn twice: ${zones}`);
        for (const zone of hot) assert.ok(zones.includes(zone), `${name}: ${zone} is asked about but not drawn`);
        if (told) continue;
        for (const zone in view.zones) if (view.zones[zone].n && zone !== "box") assert.ok(zones.includes(zone), `${name}: ${zone} is not drawn`);
      }
    }
  });

const zone = (more) => ({ label: "z", shape: "set", facing: "up", index: [{ kind: "Player", labels: [] }], owned: true, private: false, holds: null, cards: "C", ...more });

test("hands, seats, the trick and the centre are told apart by what zones are", () => {
  const zones = { box: zone({ owned: false }), hand: zone({ private: true }), trick: zone({ shape: "slot", holds: 1 }), won: zone({ shape: "pile" }), deck: zone({ owned: false, shape: "pile" }) };
  const places = belongs({ zones });
  assert.deepEqual(places, { box: "none", hand: "hand", trick: "trick", won: "seat", deck: "centre" });
  assert.equal(shapeOf({ zones }, places), "ring");
  assert.equal(belongs({ zones: { ...zones, board: zone({ shape: "slot", holds: 1 }) } }).trick, "seat");
  assert.equal(shapeOf({ zones: { ...zones, row: zone({ shape: "row" }) } }, { row: "seat" }), "rows");
  assert.equal(shapeOf({ zones }, places, { table: { shape: "rows" } }), "rows");
  assert.equal(belongs({ zones }, { zones: { won: { hidden: true } } }).won, "none");
});

test("families with the same index are one strip, and a look says its order", () => {
  const index = [{ kind: "Player", labels: ["1", "2"] }, { kind: "1..2", labels: ["1", "2"] }];
  const meta = { players: 2, kinds: {}, values: {}, zones: { bout: zone({ shape: "row", index }), news: zone({ shape: "row", index }) } };
  const zones = {};
  for (const family of ["bout", "news"]) for (const seat of [0, 1]) for (const n of [1, 2]) zones[`${family}[${seat}][${n}]`] = { n: family === "bout" ? 1 : 0, shape: "row", owner: seat };
  const seen = { meta, view: { zones, values: {} }, you: 0, hot: new Set(), used: new Set(), look: null };
  const [strip, ...rest] = arrange(seen).seats[1].groups;
  assert.equal(rest.length, 0);
  assert.deepEqual(strip.columns.map((column) => column.spots.map((spot) => spot.zone)), [["bout[1][1]", "news[1][1]"], ["bout[1][2]", "news[1][2]"]]);
  const turned = arrange({ ...seen, look: { zones: { bout: { order: [2, 1] } } } }).seats[1].groups[0];
  assert.deepEqual(turned.columns.map((column) => column.spots.map((spot) => spot.zone)), [["bout[1][2]", "news[1][2]"], ["bout[1][1]", "news[1][1]"]]);
});

test("whoever sits next is at the left, on a phone all are above", () => {
  assert.deepEqual(sides({ shape: "ring", others: [1, 2, 3] }, false), { left: [1], top: [2], right: [3] });
  assert.deepEqual(sides({ shape: "ring", others: [1, 2, 3] }, true), { left: [], top: [1, 2, 3], right: [] });
  assert.deepEqual(sides({ shape: "rows", others: [1, 2, 3] }, false).top, [1, 2, 3]);
});

test("the score is the value that has been it all along", () => {
  const meta = { kinds: {}, values: { tricks: { index: [{ kind: "Player" }], type: "0..9" }, points: { index: [{ kind: "Player" }], type: "number" } } };
  const first = scoring(meta, { scores: [0, 0], values: { tricks: [0, 0], points: [0, 0] } }, null);
  assert.deepEqual(first, ["tricks", "points"]);
  assert.deepEqual(scoring(meta, { scores: [0, 1], values: { tricks: [1, 0], points: [0, 1] } }, first), ["points"]);
  assert.deepEqual(scoring(meta, { scores: null, values: {} }, first), []);
});

test("values are tokens, bars, flags or counts, and what is hidden is not shown", () => {
  const player = [{ kind: "Player", labels: [] }];
  const meta = { kinds: {}, values: { leader: { label: "leader", index: [], type: "Player" }, health: { label: "health", index: player, type: "0..20", low: 0, high: 20, phase: null }, passed: { label: "has passed", index: player, type: "yes_no" }, open: { label: "open", index: [], type: "yes_no" } } };
  const view = { scores: [3, 4], values: { leader: 1, health: [5, 10], passed: [true, false], open: true } };
  const seen = { meta, view, look: null, people: [{ seat: 0, name: "A" }, { seat: 1, name: "B" }], you: 0, score: null };
  assert.deepEqual(badges(seen, 1).map((one) => [one.as, one.label, one.text, one.share]), [["score", "score", "4", undefined], ["token", "", "leader", undefined], ["bar", "health", "10", 0.5]]);
  assert.deepEqual(badges(seen, 0).map((one) => one.as), ["score", "bar", "flag"]);
  assert.deepEqual(facts(seen).map((one) => one.text), ["open"]);
  const look = { values: { health: { hidden: true }, open: { hidden: true } } };
  assert.deepEqual(badges({ ...seen, look }, 1).map((one) => one.as), ["score", "token"]);
  assert.deepEqual(facts({ ...seen, look }), []);
});

test("the table shrinks until it fits, and grows only when there is much room", () => {
  assert.ok(nextScale(1, 900, 600) < 1);
  assert.equal(nextScale(1, 590, 600), 1);
  assert.ok(nextScale(1, 300, 600) > 1);
  assert.equal(nextScale(0.62, 2000, 600), 0.62);
});

test("arrows go to the nearest card in their direction", () => {
  const box = (left, top) => ({ left, top, width: 10, height: 10 });
  const boxes = [box(0, 0), box(50, 0), box(0, 50), box(100, 4)];
  assert.equal(nearest(box(0, 0), boxes, "ArrowRight"), 1);
  assert.equal(nearest(box(0, 0), boxes, "ArrowDown"), 2);
  assert.equal(nearest(box(0, 0), boxes, "ArrowLeft"), -1);
  assert.equal(nearest(box(50, 0), boxes, "ArrowRight"), 3);
});
