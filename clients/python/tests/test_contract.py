"""The table of operations is complete, and the plots have the colours of the pages."""

from __future__ import annotations

import re

import cohortium
from cohortium import plots

from conftest import ROOT


def contract() -> dict[str, tuple[str, str]]:
    """Method and path of each operation of the contract, by its indentation."""
    found, path, method = {}, "", ""
    for line in (ROOT / "api/openapi.yaml").read_text().splitlines():
        if match := re.fullmatch(r"  (/\S*):", line):
            path = match[1]
        elif match := re.fullmatch(r"    (get|head|put|post|patch|delete):", line):
            method = match[1].upper()
        elif match := re.fullmatch(r"      operationId: (\w+)", line):
            found[match[1]] = (method, path)
    return found


def test_every_operation_is_in_the_table() -> None:
    want = contract()
    assert len(want) > 250
    assert {name: (o["method"], o["path"]) for name, o in cohortium.operations().items()} == want


def test_both_packages_have_the_same_table() -> None:
    ours = ROOT / "clients/python/src/cohortium/operations.json"
    assert ours.read_text() == (ROOT / "clients/r/inst/operations.json").read_text()


def test_colours_are_those_of_the_pages() -> None:
    text = (ROOT / "web/src/theme/tokens.css").read_text()
    blocks = {"light": text.split('"dark"')[0], "dark": text.split('"dark"')[1]}
    for name, block in blocks.items():
        tokens = dict(re.findall(r"--co-([\w-]+): (#\w+);", block))
        assert {key: tokens[key] for key in plots.COLOURS[name]} == plots.COLOURS[name]
