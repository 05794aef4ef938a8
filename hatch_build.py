"""Puts the grammar and the bundled games into the wheel, as folders of the package."""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ResourcesHook(BuildHookInterface):
    """An editable install needs nothing of this: there both folders are found in the checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "standard":
            build_data["force_include"]["grammar"] = "hoyle/grammar"
            build_data["force_include"]["gamedefs"] = "hoyle/gamedefs"
