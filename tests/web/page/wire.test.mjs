import assert from "node:assert/strict";
import test from "node:test";
import { connect, pause, socketUrl } from "../../../interpreter/hoyle/web/page/wire.js";

/** A wire to nowhere: sockets that are opened, what is sent, what is to happen later. */
function setUp() {
  const sockets = [];
  class Socket {
    constructor(url) {
      Object.assign(this, { url, readyState: 0, sent: [] });
      sockets.push(this);
    }
    send(text) {
      this.sent.push(JSON.parse(text));
    }
    up() {
      this.readyState = 1;
      this.onopen();
    }
    down(code = 1006) {
      this.readyState = 3;
      this.onclose({ code });
    }
    says(message) {
      this.onmessage({ data: JSON.stringify(message) });
    }
  }
  const laters = [];
  const heard = [];
  const states = [];
  const wire = connect({ url: "ws://x/ws", join: () => ({ t: "join", token: "secret" }), heard: (message) => heard.push(message), status: (state, why) => states.push([state, why]), Socket, later: (run, ms) => laters.push({ run, ms }), random: () => 0.5 });
  return { sockets, laters, heard, states, wire };
}

const kinds = (socket) => socket.sent.map((message) => message.t);

test("the token is in the first message and never in the address", () => {
  const { sockets } = setUp();
  sockets[0].up();
  assert.deepEqual(sockets[0].sent, [{ t: "join", token: "secret" }]);
  assert.ok(!sockets[0].url.includes("secret"));
  assert.equal(socketUrl({ protocol: "https:", host: "h:1" }), "wss://h:1/ws");
});

test("an answer that was under way is sent again if the table still asks the same", () => {
  const { sockets, laters, wire } = setUp();
  sockets[0].up();
  assert.equal(wire.choose(7, [2]), true);
  assert.equal(wire.choose(7, [3]), false);
  const { cid } = sockets[0].sent[1];
  sockets[0].down();
  laters.pop().run();
  sockets[1].up();
  assert.deepEqual(kinds(sockets[1]), ["join"]);
  sockets[1].says({ t: "state", rev: 7 });
  assert.deepEqual(sockets[1].sent[1], { t: "choose", rev: 7, cid, picks: [2] });
  sockets[1].says({ t: "ok", cid, rev: 7 });
  assert.equal(wire.waiting(), false);
});

test("an answer that the table has taken, or that is stale, is not sent again", () => {
  const { sockets, laters, wire } = setUp();
  sockets[0].up();
  wire.choose(7, [2]);
  sockets[0].down();
  laters.pop().run();
  sockets[1].up();
  sockets[1].says({ t: "state", rev: 8 });
  assert.deepEqual(kinds(sockets[1]), ["join"]);
  assert.equal(wire.waiting(), false);
});

test("a state of the same question does not send an answer twice on a line that holds", () => {
  const { sockets, wire } = setUp();
  sockets[0].up();
  wire.choose(7, [2]);
  sockets[0].says({ t: "state", rev: 7 });
  assert.deepEqual(kinds(sockets[0]), ["join", "choose"]);
});

test("attempts come slower and slower, not all at once, and end where no attempt would help", () => {
  assert.ok(pause(0, () => 0) < pause(3, () => 0));
  assert.ok(pause(50, () => 1) <= 8000 * 1.3);
  assert.notEqual(pause(2, () => 0), pause(2, () => 1));
  const { sockets, laters, states } = setUp();
  sockets[0].up();
  const before = laters.length;
  sockets[0].down(4401);
  assert.equal(laters.length, before);
  assert.equal(states.at(-1)[0], "closed");
});
