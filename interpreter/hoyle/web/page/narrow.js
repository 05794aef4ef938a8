/**
 * Answers are found by clicking what they are about, in any order. What can be clicked is an object: `c:` and the id of
 * a card, `z:` and a zone, `s:` and a seat, `w:` and a word. All of this is pure: choices and clicks in, what is left out.
 *
 * @typedef {{name: string, cards?: string[], zone?: string, seat?: number, zones?: string[], word?: string, value?: unknown,
 *   list?: Arg[], look?: number, kind?: string, place?: number}} Arg
 * @typedef {{n: number, text: string, action: string, key: string, args: Arg[]}} Choice
 */

/** The objects of one argument, of which any one stands for it. @param {Arg} arg @returns {string[]} */
function objectsOf(arg) {
  if (arg.cards?.length) return arg.cards.map((id) => `c:${id}`);
  if (arg.seat !== undefined) return [`s:${arg.seat}`];
  if (arg.zones?.length) return arg.zones.map((zone) => `z:${zone}`);
  if (arg.zone !== undefined) return [`z:${arg.zone}`];
  return [`w:${arg.name}=${arg.word ?? arg.value}`];
}

/** What a choice is about: for each argument, and each thing in a list of things, the objects that stand for it. @param {Choice} choice */
export function parts(choice) {
  return choice.args.flatMap((arg) => (arg.list ? arg.list.map((one) => objectsOf({ ...one, name: arg.name })) : [objectsOf(arg)]));
}

/** Whether each click can stand for a part of its own. @param {string[][]} wanted @param {string[]} clicks */
export function matches(wanted, clicks, from = 0, taken = 0) {
  if (from === clicks.length) return true;
  return wanted.some((objects, at) => !(taken & (1 << at)) && objects.includes(clicks[from]) && matches(wanted, clicks, from + 1, taken | (1 << at)));
}

/**
 * What is left after some clicks, and what can still be clicked.
 * @param {Choice[]} choices @param {string[]} clicks
 * @returns {{left: Choice[], lit: Set<string>}}
 */
export function narrow(choices, clicks) {
  const left = [];
  const lit = new Set();
  for (const choice of choices) {
    const wanted = parts(choice);
    if (!matches(wanted, clicks)) continue;
    left.push(choice);
    for (const objects of wanted)
      for (const object of objects) if (!lit.has(object) && !clicks.includes(object) && matches(wanted, [...clicks, object])) lit.add(object);
  }
  return { left, lit };
}

/**
 * The clicks after one more: it is added, taken back, or a new start if it does not go with those before.
 * None if there is nothing it could stand for.
 * @param {Choice[]} choices @param {string[]} clicks @param {string} object @returns {string[] | null}
 */
export function click(choices, clicks, object) {
  if (clicks.includes(object)) return clicks.filter((one) => one !== object);
  if (narrow(choices, [...clicks, object]).left.length) return [...clicks, object];
  return narrow(choices, [object]).left.length ? [object] : null;
}

/** Whether the answer is found: one is left, and each of its parts has been clicked or leaves no other choice. */
export const decided = (left) => left.length === 1;

/**
 * Of several answers at once: what is picked after one more click. `picked` says which answer an object stands for.
 * None if there is nothing it could stand for, or enough is picked.
 * @param {Choice[]} choices @param {Map<string, number>} picked @param {string} object @param {number} most
 */
export function pick(choices, picked, object, most) {
  const next = new Map(picked);
  if (next.delete(object)) return next;
  if (next.size >= most) return null;
  const taken = new Set(picked.values());
  const free = choices.find((choice) => !taken.has(choice.n) && parts(choice).some((objects) => objects.includes(object)));
  return free ? next.set(object, free.n) : null;
}

/** What can be clicked where several answers are wanted. */
export function pickable(choices, picked, most) {
  const lit = new Set();
  if (picked.size >= most) return lit;
  const taken = new Set(picked.values());
  for (const choice of choices) if (!taken.has(choice.n)) for (const objects of parts(choice)) for (const object of objects) if (!picked.has(object)) lit.add(object);
  return lit;
}

/** What forbids something: the blocked answers that are about an object and go with the clicks before it. */
export function forbids(blocked, clicks, object) {
  const about = blocked.filter((choice) => parts(choice).some((objects) => objects.includes(object)));
  const closer = about.filter((choice) => matches(parts(choice), [...clicks.filter((one) => one !== object), object]));
  const reasons = new Map();
  for (const choice of closer.length ? closer : about) if (!reasons.has(choice.rule)) reasons.set(choice.rule, choice);
  return [...reasons.values()];
}

/**
 * What tells apart answers that are left: only the words that differ, or none if they do not say enough.
 * @param {Choice[]} left @param {string[]} clicks @param {(arg: Arg) => string} word
 */
export function differing(left, clicks, word) {
  const short = left.map((choice) => choice.args.filter((arg) => !arg.list && !objectsOf(arg).some((object) => clicks.includes(object))).map(word).filter(Boolean).join(", "));
  const enough = left.every((choice) => choice.action === left[0].action) && new Set(short).size === left.length && short.every(Boolean);
  return enough ? short : null;
}
