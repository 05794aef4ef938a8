"""Rulebooks, and what must not stand in prose: names as they are written in a definition, marks that have no partner,
slips, and sentences that do not begin or end as sentences do."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from every import reading

from hoyle.commands.rulebook import examples
from hoyle.rulebook.book import rulebook
from hoyle.syntax import tree

CODE = re.compile(r"`[^`\n]*`")
QUOTED = re.compile(r"“[^”]*”")
MARK = re.compile(r"(?<!\\)\*{1,2}")
CITED = re.compile(r" \[[A-Z][\w-]*(?:, [A-Z][\w-]*)*\]")
DETERMINER = r"(?:the|an?|this|your|its|each|every)"
SLIPS = re.compile(
    r"(?<!\()\bNone\b|\b(?:the you|you’s|is are|are is|for for|of of|to to|in in|an? all|is is|an? no)\b"
    rf"|\b{DETERMINER} (?:the|an?|your|its|each|every)\b|\bthe (?:them|him|her|me|it|mine|you)\b"
    r"|(?<![\d.,−-])\b1 (?:cards|players|seats|times(?! [\d(−]| the)|numbers|points|places|tricks)\b"
    r"|\b(?:[2-9]|\d\d+) (?:card|player|seat|time)\b"
    r"|\b(?:The|All|Those) (?:\w+ )?(?:cards|players) (?:is|has|counts|wins|chooses)\b|\bYou (?:is|has|chooses|wins)\b"
    r"|\b[Tt]he The\b|\ban only\b|\bcounts? now as\b|\bexactly (?:you|:)|\b(cards|players) \w+ed \1\b"
    r"|\b[Tt]he (?!\w+ of )(?:\w+ ){0,2}\w+s(?<!us)(?<!ss)(?<!is) is (?:now|shuffled|exactly|empty)\b"
    r"|  \S|\.\.|\(\)| ,| \.(?:\s|$)|(?<!\\)<|==|\* \*|\(\s|\s\)|: *\.|: *$(?<=\w: )"
)
# what tells of a machine: somebody who keeps a list, an outcome, a state
MACHINE = re.compile(
    r"\b(?:empty list|becomes?|Let \*|so many \(|It must be so that|[Ll]ook it up|outcome is called)"
    r"|’s [\w ]+ is there\b"
    # a bare number that owns or holds something, a label that says what follows anyway
    r"|(?<![\w ])\d+’s |\bof \d+ holds?\b|\b(?:at|for|A and|B and) \d+ (?:is|holds)\b|\((\w+): (?:the|that) \1\b"
    r"|\bis now the player\b"
)
KEYWORDS = re.compile(r"\b(?:yes_no|is not none|otherwise then|as one|mod|gives|waive|cites)\b")


def slips(markdown: str) -> list[str]:
    """Every line in which something is wrong, with what it is; what authors wrote themselves is left alone."""
    found = []
    for line in markdown.splitlines():
        if line.startswith("|"):
            continue
        prose = QUOTED.sub("“quoted”", CODE.sub("code", line))
        bare = CITED.sub("", prose.replace("*", "")).strip().lstrip("- ")
        if "_" in prose:
            found.append(f"underscore: {line}")
        if "`" in line:
            found.append(f"code: {line}")
        if re.search(r"(?<!\\)[\[\]]", CITED.sub("", prose)):
            found.append(f"a square bracket: {line}")
        if len(MARK.findall(prose)) % 2:
            found.append(f"a mark without its partner: {line}")
        if prose.count("(") != prose.count(")"):
            found.append(f"a bracket without its partner: {line}")
        for pattern in (SLIPS, KEYWORDS, MACHINE):
            found += [f"{match[0]!r}: {line}" for match in pattern.finditer(bare)]
    return found


def unfinished(markdown: str) -> list[str]:
    """Every line whose sentences do not all start with a capital and end with a full stop, or say nothing."""
    found = []
    for line in markdown.splitlines():
        if not line.strip() or line.startswith(("|", "#")):
            continue
        bare = CITED.sub("", QUOTED.sub("“Quoted.”", line)).replace("*", "").strip()
        bare = re.sub(r"^(?:[-▲]|\d+\.) +|^▲ ", "", re.sub(r"^[-▲] (?=▲)", "", bare)).removeprefix("▲ ")
        sentences = re.split(r"(?<=[.:!?”])\s+(?=[A-Z“])", bare)
        if not bare.endswith((".", ":", ".”", ".)", "!", "?")):
            found.append(f"no full stop: {line}")
        if not (bare[:1].isupper() or re.match(r"[0-9“(−]", bare)):
            found.append(f"no capital: {line}")
        found += [f"{each!r} says nothing: {line}" for each in sentences if not re.search(r"\w", each)]
        found += [f"no capital behind a full stop: {line}" for _ in re.finditer(r"(?<!\d)\. +[a-z]", bare)]
    return found


BOLD = re.compile(r"\*\*((?:[^*\\]|\\.)+?)[.:]?\*\*")
ITALIC = re.compile(r"(?<![*\w\\])\*((?:[^*\n\\]|\\.)+)\*(?!\*)")
# where a word in italics is explained without being bold
FIRST_USED = re.compile(
    r"\((?:the |player |the choice )?\*([^*]+)\*(?: \w+)*\)"  # what is chosen
    r"|\*([^*]+)\*(?: \w+)* (?:is|are|holds at first if) "  # what a step names
    r"|(?:where|and) \*([^*]+)\* holds if "
    r"|(?:among|no|From now on,|Left out:|It was:|Now it is:|New:|Its outcome is|For the choice) (?:the )?\*([^*]+)\*"
)
LABELS = {"given", "what happens", "what follows", "italics"}


def unexplained(markdown: str) -> list[str]:
    """Every word in italics that is explained nowhere: not in bold, at its first use, on cards or with the options."""
    lines = [QUOTED.sub("", CODE.sub("", line)).replace("\\*", "") for line in markdown.splitlines()]
    known: set[str] = set(LABELS)
    for line in lines:
        known |= {_base(part) for bold in BOLD.findall(line) for part in (bold, *bold.split(": "))}
        if line.startswith("|"):
            known |= {_base(cell) for cell in line.strip("| ").split(" | ")}
        if "It can be " in line or "keep track of" in line or re.match(r"\s*-(?: ▲)? (?:\*|Who \*|Whether \*)", line):
            known |= {_base(word) for word in ITALIC.findall(BOLD.sub("", line))}
        known |= {_base(word) for found in FIRST_USED.findall(line) for word in found if word}
    found = []
    for line in lines:
        words = [word for word in ITALIC.findall(BOLD.sub("", line)) if not word.endswith((".", ":"))]
        if not line.startswith("*Given:*"):
            found += [f"*{word}* is explained nowhere: {line}" for word in words if _base(word) not in known]
    return found


def _base(word: str) -> str:
    """What a word and its plural, its opposite and its verb have in common."""
    bare = re.sub(r" \([\w ]+\)$", "", word.lower().removeprefix("the ")).strip(".: ")
    bare = re.sub(r"^(?:has|is|can|who has|who is) ", "", bare)
    return re.sub(r" not\b", "", bare).rstrip("s")


# ---------------------------------------------------------------------------------------------- rulebooks, told once


@cache
def scenarios(path: Path) -> list[tree.Scenario]:
    """Those that the rulebook of a game may tell."""
    return examples(reading(path))


@cache
def book(path: Path) -> str:
    return rulebook(reading(path), scenarios(path))
