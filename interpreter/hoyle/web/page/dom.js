/**
 * Nodes from plain descriptions. What has the same key stays the same node, and what has the same sign is not looked
 * into: a table is described anew after each choice, and only what has changed is touched.
 *
 * @typedef {{tag: string, key?: string, sign?: string, attrs: Record<string, any>, inside: (Wanted | string)[]}} Wanted
 */

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set(["svg", "path", "g", "use", "symbol", "circle"]);

/**
 * `key`, `sign` and `vars` (custom properties of style) are not attributes; null and false leave an attribute out.
 * @param {string} tag @param {Record<string, any>} [attrs] @param {...(Wanted | string | null | false | undefined | (Wanted | string)[])} inside
 * @returns {Wanted}
 */
export function h(tag, attrs = {}, ...inside) {
  const { key, sign, ...rest } = attrs;
  return { tag, key, sign, attrs: rest, inside: /** @type {any} */ (inside.flat().filter((one) => one !== null && one !== false && one !== undefined && one !== "")) };
}

/** A node of its own. @param {Wanted} wanted @returns {any} */
export function make(wanted) {
  const node = fresh(wanted);
  update(node, wanted, null);
  return node;
}

const fresh = (wanted) => (DRAWN.has(wanted.tag) ? document.createElementNS(SVG, wanted.tag) : document.createElement(wanted.tag));

/**
 * Makes the inside of a node what is wanted.
 * @param {any} parent @param {(Wanted | string)[]} wanted
 * @param {Map<string, any> | null} [pool] nodes by key that may come from elsewhere: cards move between places
 */
export function patch(parent, wanted, pool = null) {
  const byKey = new Map();
  for (let child = parent.firstChild; child; child = child.nextSibling) if (child.__key !== undefined) byKey.set(child.__key, child);
  let at = parent.firstChild;
  for (const one of wanted) {
    if (typeof one === "string") {
      if (at && at.nodeType === 3) {
        if (at.data !== one) at.data = one;
        at = at.nextSibling;
      } else parent.insertBefore(document.createTextNode(one), at);
      continue;
    }
    let node = one.key !== undefined ? byKey.get(one.key) ?? pool?.get(one.key) : at && at.nodeType === 1 && at.__key === undefined ? at : null;
    if (!node || node.__tag !== one.tag) node = fresh(one);
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
    update(node, one, pool);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

function update(node, wanted, pool) {
  node.__tag = wanted.tag;
  node.__key = wanted.key;
  if (pool && wanted.key !== undefined && wanted.key.startsWith("card:")) pool.set(wanted.key, node);
  attributes(node, wanted.attrs);
  if (wanted.sign !== undefined && node.__sign === wanted.sign) return;
  node.__sign = wanted.sign;
  patch(node, wanted.inside, pool);
}

function attributes(node, attrs) {
  const before = node.__attrs ?? {};
  for (const name in before) if (!(name in attrs) && name !== "vars") node.removeAttribute(name);
  for (const name in attrs) {
    const value = attrs[name];
    if (name === "vars") vars(node, before.vars ?? {}, value);
    else if (value === before[name]) continue;
    else if (value === null || value === false || value === undefined) node.removeAttribute(name);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  if (before.vars && !attrs.vars) vars(node, before.vars, {});
  node.__attrs = attrs;
}

/** Custom properties, set one by one: a policy without inline styles allows that. */
function vars(node, before, wanted) {
  for (const name in before) if (!(name in wanted)) node.style.removeProperty(name);
  for (const name in wanted) if (before[name] !== wanted[name]) node.style.setProperty(name, wanted[name]);
}

/** @param {string} selector @returns {any} */
export const one = (selector, within = document) => within.querySelector(selector);
/** @param {string} selector @returns {any[]} */
export const every = (selector, within = document) => [...within.querySelectorAll(selector)];
