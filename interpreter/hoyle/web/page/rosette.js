/** Engraved line patterns made by arithmetic from a name: no art, yet every card and every game has its own. */

/** A number that follows from a text and nothing else. @param {string} text */
export function hash(text) {
  let sum = 2166136261;
  for (const sign of text) sum = Math.imul(sum ^ /** @type {number} */ (sign.codePointAt(0)), 16777619);
  return sum >>> 0;
}

/** Numbers from 0 to 1, always the same ones for a seed. @param {number} seed */
function numbers(seed) {
  let state = seed || 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0;
    return state / 4294967296;
  };
}

/**
 * Three closed curves, in a box from -50 to 50.
 * @param {string} name @returns {string[]}
 */
export function rosette(name) {
  const next = numbers(hash(name));
  const curves = [];
  for (let ring = 0; ring < 3; ring++) {
    const leaves = 5 + Math.floor(next() * 9);
    const depth = 0.35 + next() * 0.55;
    const turn = next() * Math.PI * 2;
    const ripple = 2 + Math.floor(next() * 4);
    const rounds = ring === 1 ? 2 : 1;
    const radius = 46 - ring * 11;
    const steps = 180 * rounds;
    let path = "";
    for (let step = 0; step < steps; step++) {
      const angle = (step / steps) * Math.PI * 2 * rounds;
      const wave = 1 - depth * 0.5 + depth * 0.5 * Math.cos((leaves * angle) / rounds + turn);
      const r = radius * wave * (0.86 + 0.14 * Math.cos(ripple * angle));
      path += `${step ? "L" : "M"}${(r * Math.cos(angle)).toFixed(1)} ${(r * Math.sin(angle)).toFixed(1)}`;
    }
    curves.push(`${path}Z`);
  }
  return curves;
}
