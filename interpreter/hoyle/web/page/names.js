/** Who is who, and sentences of the game with names in them. What comes in is untrusted; what goes out is plain text. */

/** @param {string} text */
export const capital = (text) => (text ? text[0].toUpperCase() + text.slice(1) : text);

/** A name of the language as people read it. @param {string} name */
export const plain = (name) => name.replaceAll("_", " ");

/** How somebody is called by whoever looks. */
export function nameOf(people, seat, you) {
  if (seat === you) return "you";
  return people.find((person) => person.seat === seat)?.name || `player ${seat + 1}`;
}

/** A zone in words: `your hand`, `Cleo's bout 3`. */
export function zoneName(meta, people, zone, you, view = null) {
  const family = zone.split("[")[0];
  const about = meta.zones[family];
  if (!about) return plain(family);
  const places = indexOf(zone);
  const owned = about.owned && typeof places[0] === "number";
  const rest = places.slice(owned ? 1 : 0).map((place, at) => memberName(meta, about.index[at + (owned ? 1 : 0)], place, view));
  const words = [about.label, ...rest].join(" ");
  if (!owned) return words;
  return `${places[0] === you ? "your" : `${nameOf(people, places[0], you)}'s`} ${words}`;
}

/** What stands in the brackets of a zone: numbers, or ids of cards. @param {string} zone */
export const indexOf = (zone) => [...zone.matchAll(/\[([^\]]*)\]/g)].map(([, place]) => (/^-?\d+$/.test(place) ? Number(place) : place));

/** The word for a place in an index. */
export function memberName(meta, index, place, view = null) {
  if (typeof place === "string") return cardName(meta, view, place);
  const first = meta.kinds[index.kind]?.first ?? (/^(-?\d+)\.\./.exec(index.kind)?.[1] ?? 0);
  return index.labels[place - Number(first)] ?? String(place);
}

function cardName(meta, view, id) {
  for (const zone of Object.values(view?.zones ?? {})) for (const card of zone.cards ?? []) if (card?.id === id && card.look !== undefined) return meta.looks[card.look].text;
  return "a card";
}

/** A sentence of parts, with names for seats, words for looks and zones. Whoever looks has a name as well: `Ada takes`. */
export function sentence(meta, people, you, say) {
  const words = say.map((part) => {
    if (typeof part === "string") return part;
    if (part.seat !== undefined) return part.own ? own(people, part.seat, you) : nameOf(people, part.seat, null);
    if (part.look !== undefined) return meta.looks[part.look]?.text ?? "a card";
    if (part.zone !== undefined) return zoneName(meta, people, part.zone, you);
    return "";
  });
  return words.join("");
}

const own = (people, seat, you) => (seat === you ? "your" : `${nameOf(people, seat, you)}'s`);

/** A text of the game, in which players have numbers, with their names: `player 2's row` becomes `Cleo's row`. */
export function withNames(people, you, text) {
  return text.replace(/\bplayer (\d+)('s)?/g, (whole, number, owns) => {
    const seat = Number(number) - 1;
    if (!people.some((person) => person.seat === seat)) return whole;
    return owns ? own(people, seat, you) : nameOf(people, seat, you);
  });
}

/** A value of a variable in words. */
export function valueName(meta, people, you, value, type) {
  if (value === null || value === undefined) return "–";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (type === "Player" && typeof value === "number") return nameOf(people, value, you);
  if (Array.isArray(value)) return value.map((one) => valueName(meta, people, you, one, type.replace(/^list of /, ""))).join(", ");
  if (typeof value === "object") return value.look !== undefined ? meta.looks[value.look].text : "";
  return plain(String(value));
}

/** Several in a row: `a, b and c`. @param {string[]} words */
export const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`);

/** A place in a file, without its folders: those are nobody else's matter. @param {string} place */
export const lineOf = (place) => String(place ?? "").split("/").pop();
