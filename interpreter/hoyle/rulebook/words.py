"""English: plurals, articles, lists, and names as words."""

from __future__ import annotations

import re

_LYING = {"pile": "pile", "row": "row", "set": "cards", "slot": "place", "bag": "bag"}
_PILES = ("pile", "deck", "stock", "stack", "pool", "heap", "bag", "box", "trick")
_DONE = (
    "won",
    "held",
    "kept",
    "lost",
    "drawn",
    "shown",
    "hidden",
    "laid",
    "taken",
    "beside",
    "dealt",
    "sold",
    "bought",
)


def zone_noun(name: str, shape: str) -> str:
    """What a zone is called: `won` is a pile of cards that were won, `hand` is a hand."""
    words = plain(name)
    last = words.split(" ")[-1]
    if (shape == "pile" and last not in _PILES and not last.endswith("s")) or is_done(last):
        return f"{words} {_LYING[shape]}"
    return words


def is_done(word: str) -> bool:
    """Whether a word says what was done to something, and so wants a noun behind it."""
    return word in _DONE or (word.endswith("ed") and len(word) > 4) or word == "up"


_LINKS = ("of", "for", "at", "in", "by", "from", "to", "on", "with", "per")


def links(name: str) -> bool:
    """Whether a name goes on with what it is asked for, as `suit_of` does."""
    return plain(name).split(" ")[-1] in _LINKS


def plain(name: str) -> str:
    """A name as words."""
    return " ".join(name.replace("_", " ").split())


def cap(text: str) -> str:
    """With a capital, behind whatever marks stand first."""
    found = re.search(r"[^\W_]", text)
    return text if found is None else text[: found.start()] + found[0].upper() + text[found.end() :]


def safe(text: str) -> str:
    """A text of the author, so that nothing in it is taken for a mark of Markdown."""
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", re.sub(r"\s+", " ", text))


def term(name: str) -> str:
    """A word that the rulebook explains elsewhere."""
    return f"*{plain(name).removeprefix('the ')}*"


def many(noun: str) -> str:
    """The plural of a noun; what follows it stays as it is."""
    head, comma, rest = noun.partition(",")
    words = head.split(" ")
    place = next(
        (n for n, w in enumerate(words) if w in ("in", "of", "other", "among", "from", "with", "that", "whose") and n),
        len(words),
    )
    words[place - 1] = _plural(words[place - 1])
    return " ".join(words) + comma + rest


def _plural(word: str) -> str:
    if word.endswith("s") and not word.endswith("ss"):
        return word
    if word.endswith(("ss", "x", "ch", "sh")):
        return f"{word}es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"


def article(noun: str) -> str:
    bare = noun.lstrip("*")
    if bare.startswith("other "):
        return f"an{noun}"
    if bare.startswith(("one", "once", "uni", "use")):
        return f"a {noun}"
    return f"an {noun}" if bare[:1].lower() in "aeiou" else f"a {noun}"


def listed(parts: list[str], word: str = "and") -> str:
    """`a, b and c`"""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"
