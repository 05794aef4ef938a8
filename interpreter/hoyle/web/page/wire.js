/**
 * The wire to the table: one socket, opened again by itself, with longer and longer pauses that differ from browser to
 * browser. An answer that was under way when it broke is sent again if the table still asks the same.
 */

const SHORTEST = 300;
const LONGEST = 8000;
const SILENCE = 25000;

/** How long to wait before the next attempt. @param {number} attempt @param {() => number} random from 0 to 1 */
export const pause = (attempt, random) => Math.min(LONGEST, SHORTEST * 1.7 ** attempt) * (0.7 + 0.6 * random());

/** Closed by the server for good: no further attempt would help. */
export const FINAL = new Map([
  [4400, "the table did not understand this page; load it anew"],
  [4401, "this link opens no seat"],
  [4403, "this page is not from the table's own address"],
  [4410, "this table is gone"],
  [4429, "this seat is open too often; close another window of it"],
]);

let counter = 0;
/** A name for something sent, which no other window uses. */
export const newId = () => globalThis.crypto?.randomUUID?.() ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}-${counter++}`;

/**
 * @param {{url: string, join: () => any, heard: (message: any) => void, status: (state: "on" | "off" | "closed", why?: string) => void,
 *   Socket?: any, later?: (run: () => void, ms: number) => any, random?: () => number}} how
 */
export function connect({ url, join, heard, status, Socket = WebSocket, later = (run, ms) => setTimeout(run, ms), random = Math.random }) {
  let socket = null;
  let attempt = 0;
  let pending = null;
  let again = false;
  let alive = 0;

  const put = (message) => {
    if (socket?.readyState !== 1) return false;
    socket.send(JSON.stringify(message));
    return true;
  };

  const receive = (message) => {
    if (message.t === "state" && pending) settle(message);
    if ((message.t === "ok" || message.t === "no") && pending?.cid === message.cid) pending = null;
    if (message.t !== "pong") heard(message);
  };

  /** A state after a broken line: the answer is sent again if it is still wanted, else it is forgotten. */
  const settle = (message) => {
    if (message.rev !== pending.rev) pending = null;
    else if (again) put(pending);
    again = false;
  };

  const beat = (mine) => {
    if (mine !== alive) return;
    put({ t: "ping" });
    later(() => beat(mine), SILENCE);
  };

  const open = () => {
    socket = new Socket(url);
    socket.onopen = () => {
      attempt = 0;
      again = pending !== null;
      put(join());
      status("on");
      const mine = ++alive;
      later(() => beat(mine), SILENCE);
    };
    socket.onmessage = (event) => receive(JSON.parse(event.data));
    socket.onclose = (event) => {
      alive++;
      if (FINAL.has(event.code)) return status("closed", FINAL.get(event.code));
      status("off");
      later(open, pause(attempt++, random));
    };
  };
  open();

  return {
    /** Whether an answer is under way. */
    waiting: () => pending !== null,
    /** Gives an answer to the question of a revision; false if another is under way. */
    choose(rev, picks) {
      if (pending) return false;
      pending = { t: "choose", rev, cid: newId(), picks };
      put(pending);
      return true;
    },
    /** Says anything else; gives the id under which an answer comes. @param {Record<string, any>} message */
    say(message) {
      const cid = newId();
      put({ ...message, cid });
      return cid;
    },
  };
}

/** Where the socket of a page is. */
export const socketUrl = (location) => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
