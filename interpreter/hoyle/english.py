"""English: plurals, articles, lists, and names as words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

PLAYED = {"native": "in C", "python": "in Python"}  # by engine
_LYING = {"pile": "pile", "row": "row", "set": "cards", "slot": "place", "bag": "bag"}
_PILES = ("pile", "deck", "stock", "stack", "pool", "heap", "bag", "box", "trick")
_ORDER = ("top", "bottom", "first", "last", "next", "other", "highest", "lowest")
_DONE = (
    *("won", "led", "held", "kept", "lost", "drawn", "shown", "hidden", "laid", "taken", "beside"),
    *("dealt", "sold", "bought", "shot"),
)


def zone_nouns(name: str, shape: str) -> list[str]:
    """What a zone may be called, best first: `won` is a pile of cards that were won, `hand` is a hand."""
    words = plain(name).removeprefix("the ")
    last = words.split(" ")[-1]
    fuller = [f"{words} {_LYING[shape]}", f"{words} place"]
    wants = (shape == "pile" and last not in _PILES and not last.endswith("s")) or is_done(last) or last in _ORDER
    return [*fuller, words] if wants else [words, *fuller]


def is_done(word: str) -> bool:
    """Whether a word says what was done to something, and so wants a noun behind it."""
    return word in _DONE or (word.endswith("ed") and len(word) > 4) or word == "up"


def is_quality(name: str) -> bool:
    """Whether a word says how something is, so that it can stand behind `is`."""
    ends = name.endswith(("ed", "able", "ible", "less", "ful", "ous")) and not name.endswith("eed")
    return ends and " " not in name and len(name) > 3


_BEHIND = ("this", "in", "of", "among", "from", "with", "to", "at", "for", "on")
_LINKS = ("of", "for", "at", "in", "by", "from", "to", "on", "with", "per")


def links(name: str) -> bool:
    """Whether a name goes on with what it is asked for, as `suit_of` does."""
    return plain(name).split(" ")[-1] in _LINKS


def negated(words: str) -> str | None:
    """The opposite of a name that is a sentence, as `shop is open`; None of one that is none."""
    found = re.fullmatch(r"(.+?) (is|are) (.+)", words)
    return f"{found[1]} {found[2]} not {found[3]}" if found else None


def plain(name: str) -> str:
    """A name as words."""
    return " ".join(name.replace("_", " ").split())


def proper(name: str) -> str:
    """The name of a single card, with its capitals, as it is called in play."""
    return plain(name).title()


def cap(text: str) -> str:
    """With a capital, behind whatever marks stand first."""
    found = re.search(r"[^\W_]", text)
    return text if found is None else text[: found.start()] + found[0].upper() + text[found.end() :]


def safe(text: str) -> str:
    """A text of the author, so that nothing in it is taken for a mark of Markdown."""
    shown = "".join(" " if each.isspace() else each if each.isprintable() else "�" for each in text)
    return re.sub(r"([\\`*_\[\]<>|#&])", r"\\\1", re.sub(r" +", " ", shown))


def many(noun: str) -> str:
    """The plural of a noun; what follows it stays as it is."""
    head, comma, rest = noun.partition(",")
    words = head.split(" ")
    place = next((n for n, word in enumerate(words) if n and word in (*_BEHIND, "other", "that", "whose")), len(words))
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


def has_article(noun: str) -> bool:
    """Whether a name has an article of its own: a card may be called The Key."""
    return noun.lower().startswith("the ")


def listed(parts: Sequence[str], word: str = "and") -> str:
    """`a, b and c`"""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def does(verb: str) -> str:
    """What somebody does, as others tell it: `play` is what one may do, `plays` what somebody does."""
    if verb in ("be", "have"):
        return {"be": "is", "have": "has"}[verb]
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2:-1] not in "aeiou" else f"{verb}s"


def is_plural(noun: str) -> bool:
    """Whether a noun is that of several, whatever stands behind it: `seats in turn` are."""
    words = noun.replace("*", "").split(" ")
    words = words[: next((n for n, word in enumerate(words) if n and word in _BEHIND), len(words))]
    last = words[-2] if len(words) > 1 and is_done(words[-1]) else words[-1]
    return last.endswith("s") and not last.endswith(("ss", "us", "is", "’s"))


def counted(number: int, noun: str) -> str:
    """`1 card`, `2 cards`"""
    return f"{number} {noun if number == 1 else many(noun)}"


def options_in_words(options: dict[str, Any]) -> str:
    """The setting of all options."""
    return ", ".join(f"{name} {given(value)}" for name, value in options.items())


def given(value: Any) -> str:
    """A plain value, as it is given or seen: truths are yes and no, and nothing is none."""
    return {True: "yes", False: "no", None: "none"}[value] if value is None or isinstance(value, bool) else str(value)
