"""What must not stand in prose: names as they are written in a definition, marks that have no partner, slips."""

from __future__ import annotations

import re

CODE = re.compile(r"`[^`\n]*`")
QUOTED = re.compile(r"“[^”]*”")
MARK = re.compile(r"(?<!\\)\*{1,2}")
SLIPS = re.compile(
    r"(?<!\()\bNone\b|\b(?:the the|a the|an the|the you|you’s|is are|for for|of of|to to|in in|an? all)\b"
    r"|  \S|\.\.|\(\)| ,| \.(?:\s|$)|<|=="
)
KEYWORDS = re.compile(r"\b(?:yes_no|if able|is not none|otherwise then|as one|mod|gives|waive|cites)\b")


def slips(markdown: str) -> list[str]:
    """Every line in which something is wrong, with what it is; what authors wrote themselves is left alone."""
    found = []
    for line in markdown.splitlines():
        if line.startswith("|"):
            continue
        prose = QUOTED.sub("“quoted”", CODE.sub("code", line))
        bare = prose.strip().lstrip("- ")
        if "_" in prose:
            found.append(f"underscore: {line}")
        if len(MARK.findall(prose)) % 2:
            found.append(f"a mark without its partner: {line}")
        if prose.count("(") != prose.count(")"):
            found.append(f"a bracket without its partner: {line}")
        found += [f"{match[0]!r}: {line}" for pattern in (SLIPS, KEYWORDS) for match in pattern.finditer(bare)]
    return found
