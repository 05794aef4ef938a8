import assert from "node:assert/strict";
import test from "node:test";
import { facesOf, index } from "../../../interpreter/hoyle/web/page/faces.js";
import { lines, said } from "../../../interpreter/hoyle/web/page/log.js";
import { comings } from "../../../interpreter/hoyle/web/page/motion.js";
import { lineOf, listed, sentence, withNames, zoneName } from "../../../interpreter/hoyle/web/page/names.js";
import { colourOf, isColour } from "../../../interpreter/hoyle/web/page/palette.js";
import { PIPS, PLAIN, pipOf } from "../../../interpreter/hoyle/web/page/pips.js";
import { rosette } from "../../../interpreter/hoyle/web/page/rosette.js";
import { tables } from "./recorded.mjs";

const people = [{ seat: 0, name: "Ada" }, { seat: 1, name: "Blaise" }];

test("players in texts have their names, and whoever looks is `you`", () => {
  assert.equal(withNames(people, 0, "take (the 2nd card of player 2's row) from player 1"), "take (the 2nd card of Blaise's row) from you");
  assert.equal(withNames(people, 1, "player 2's row"), "your row");
  assert.equal(withNames(people, 0, "player 12 and 1player 2"), "player 12 and 1player 2");
  assert.equal(listed(["a", "b", "c"]), "a, b and c");
  assert.equal(lineOf("/home/somebody/secret/game.hoyle:12"), "game.hoyle:12");
});

test("a sentence of parts is put into words", () => {
  const meta = { looks: [{ text: "5 red" }], kinds: {}, zones: { hand: { label: "hand", owned: true, index: [{ kind: "Player", labels: [] }] } } };
  assert.equal(sentence(meta, people, 0, [{ seat: 1 }, " takes ", { look: 0 }, " from ", { zone: "hand[0]" }]), "Blaise takes 5 red from your hand");
  assert.equal(sentence(meta, people, 0, [{ seat: 0, own: true }, " row"]), "your row");
  assert.equal(zoneName(meta, people, "hand[1]", 0), "Blaise's hand");
  assert.equal(said({ meta, people, you: 0 }, { t: "chose", say: [{ seat: 0 }, ": play ", { look: 0 }] }), "You · play 5 red");
});

test("no line of a recorded log is lost or said twice, and small print stands under its sentence", () => {
  for (const { states, meta, name } of tables) {
    const events = states.flatMap((state) => state.news);
    const found = lines(events);
    const all = found.flatMap((line) => [line.event, ...line.small]).map((event) => event.i).sort((a, b) => a - b);
    assert.deepEqual(all, events.map((event) => event.i).sort((a, b) => a - b), name);
    assert.ok(found.some((line) => line.small.length > 0), name);
    for (const event of events) assert.ok(!sentence(meta, people, 0, event.say ?? []).includes("undefined"), JSON.stringify(event));
  }
});

test("every card of every game has a face that tells it from others of other text", () => {
  for (const { meta, look, name } of tables)
    for (const told of [look, null]) {
      const faces = facesOf(meta, told);
      assert.equal(faces.length, meta.looks.length);
      const seen = new Map();
      faces.forEach((face, n) => {
        assert.ok(isColour(face.colour), `${name}: ${face.text}: ${face.colour}`);
        assert.ok(face.pip === null || face.pip in PIPS, `${name}: ${face.text}: ${face.pip}`);
        assert.ok(face.corner || face.title, `${name}: ${face.text} has nothing on it`);
        const drawn = [face.kind, face.colour, face.pip, face.corner, face.title, face.says].join("|");
        assert.ok(!seen.has(drawn) || seen.get(drawn) === meta.looks[n].text, `${name}: ${face.text} looks like ${seen.get(drawn)}`);
        seen.set(drawn, meta.looks[n].text);
      });
    }
});

test("ranks are printed short, colours come only from what is certainly one", () => {
  assert.deepEqual(["two", "ten", "queen", 12, "-1"].map(index), ["2", "10", "Q", "12", "-1"]);
  assert.equal(isColour("red;background:url(x)"), false);
  assert.equal(isColour("#12345"), false);
  assert.equal(colourOf("leaf", 3, { leaf: "#2f8f4e" }), "#2f8f4e");
  assert.equal(colourOf("leaf", 3, { leaf: "url(x)" }), colourOf("leaf", 3, undefined));
  assert.equal(pipOf("hearts", 0), "heart");
  assert.equal(pipOf("unheard of", 1, "crown"), "crown");
  assert.equal(new Set(PLAIN.slice(0, 8)).size, 8);
});

test("patterns are the same for a name and differ between names", () => {
  assert.deepEqual(rosette("Steal"), rosette("Steal"));
  assert.notDeepEqual(rosette("Steal"), rosette("Krown"));
  assert.match(rosette("x")[0], /^M[-\d.]+ [-\d.]+(L[-\d.]+ [-\d.]+)+Z$/);
});

test("events say which cards come into sight, and which go", () => {
  const news = [{ t: "move", to: "won[1]", cards: [{ was: "c1", from: "trick[0]", look: 3 }, { from: "hand[1]" }] }, { t: "move", to: "trick[0]", cards: [{ is: "c9", from: "hand[1]", look: 2 }, { was: "c2", is: "c3", from: "hand[0]" }] }];
  const { born, gone } = comings(news);
  assert.deepEqual([...born], [["c9", "hand[1]"], ["c3", "c2"]]);
  assert.deepEqual(gone.map((one) => [one.was, one.from, one.to]), [["c1", "trick[0]", "won[1]"], [null, "hand[1]", "won[1]"]]);
});
