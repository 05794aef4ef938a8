import assert from "node:assert/strict";
import test from "node:test";
import { playersText, seatsFor, wanted } from "../../../interpreter/hoyle/web/page/lobby.js";

test("a new table has whoever sets it up and bots, and keeps what was typed", () => {
  const first = seatsFor(3, [], "Ada");
  assert.deepEqual(first.map((seat) => seat.who), ["person", "normal", "normal"]);
  assert.equal(first[0].name, "Ada");
  const more = seatsFor(4, [{ name: "X", who: "random" }, ...first.slice(1)], null);
  assert.deepEqual([more[0], more.length], [{ name: "X", who: "random" }, 4]);
  assert.equal(playersText([4, 4]), "4 players");
});

test("only options that were changed are sent, numbers as numbers", () => {
  const form = new FormData();
  for (const [name, value] of [["name0", " Ada "], ["who0", "person"], ["name1", "B"], ["who1", "hard"], ["option.face", "sheriff"], ["option.target", "50"], ["variant", "odd"]]) form.append(name, value);
  const game = { id: "g", options: [{ name: "face", default: "sheriff" }, { name: "target", default: 100 }, { name: "other", default: 1 }] };
  assert.deepEqual(wanted(game, form, 2), { game: "g", players: 2, options: { target: 50 }, variants: ["odd"], seats: [{ name: "Ada", kind: "person" }, { name: "B", kind: "bot", bot: "hard" }] });
});
