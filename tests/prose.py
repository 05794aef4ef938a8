"""What must not stand in prose: names as they are written in a definition, marks that have no partner, slips, and
sentences that do not begin or end as sentences do."""

from __future__ import annotations

import re

CODE = re.compile(r"`[^`\n]*`")
QUOTED = re.compile(r"“[^”]*”")
MARK = re.compile(r"(?<!\\)\*{1,2}")
CITED = re.compile(r" \[[A-Z][\w-]*(?:, [A-Z][\w-]*)*\]")
DETERMINER = r"(?:the|an?|this|your|its|each|every)"
SLIPS = re.compile(
    r"(?<!\()\bNone\b|\b(?:the you|you’s|is are|are is|for for|of of|to to|in in|an? all|is is|an? no)\b"
    rf"|\b{DETERMINER} (?:the|an?|your|its|each|every)\b|\bthe (?:them|him|her|me|it|mine|you)\b"
    r"|(?<![\d.,−-])\b1 (?:cards|players|seats|times|numbers|points|places|tricks)\b"
    r"|\b(?:[2-9]|\d\d+) (?:card|player|seat|time)\b"
    r"|\b(?:The|All|Those) (?:\w+ )?(?:cards|players) (?:is|has|counts|wins|chooses)\b|\bYou (?:is|has|chooses|wins)\b"
    r"|  \S|\.\.|\(\)| ,| \.(?:\s|$)|<|==|\* \*|\(\s|\s\)|: *\.|: *$(?<=\w: )"
)
# what tells of a machine: somebody who keeps a list, an outcome, a state
MACHINE = re.compile(
    r"\b(?:empty list|becomes?|Let \*|so many \(|It must be so that|[Ll]ook it up|outcome is called)"
    r"|’s [\w ]+ is there\b"
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
        if not re.match(r"[A-Z0-9“(−]", bare):
            found.append(f"no capital: {line}")
        found += [f"{each!r} says nothing: {line}" for each in sentences if not re.search(r"\w", each)]
        found += [f"no capital behind a full stop: {line}" for _ in re.finditer(r"(?<!\d)\. +[a-z]", bare)]
    return found
