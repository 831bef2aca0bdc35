from __future__ import annotations

from typing import Any

import matplotlib.pyplot as plt
import pandas
import pytest

import cohortium
from cohortium import plots


@pytest.fixture(autouse=True)
def closed() -> Any:
    yield
    plt.close("all")


def test_manhattan(registry: cohortium.Client, meta: Any) -> None:
    ax = plots.manhattan(registry.manhattan(meta), title="Heart failure")
    assert ax.get_xlim()[1] > 3e9 and ax.get_title(loc="left") == "Heart failure"
    ax.figure.canvas.draw()


@pytest.mark.parametrize("kind", ["ma", "upload", "file"])
def test_qq(registry: cohortium.Client, kind: str) -> None:
    results = registry.results()
    plots.qq(registry.qq(results[results["kind"] == kind].iloc[0])).figure.canvas.draw()


def test_qq_of_values_agrees_with_the_server(registry: cohortium.Client, meta: Any, published: pandas.DataFrame) -> None:
    ours = plots.qq_of(published["neg_log_10_p_value"].astype(float))
    theirs = registry.qq(meta)["series"][0]
    assert ours["series"][0]["n"] == theirs["n"]
    for key in ("expected", "observed"):
        assert ours["series"][0][key][0] == pytest.approx(theirs[key][0], abs=1e-3)


def test_region(registry: cohortium.Client, meta: Any) -> None:
    for dark in (False, True):
        axes = plots.region(registry.region_view(meta, "4:111200000-112200000"), dark=dark)
        assert any("PITX2" in text.get_text() for text in axes[-1].texts)
        axes[0].figure.canvas.draw()


def test_forest_and_phewas(registry: cohortium.Client) -> None:
    table = registry.variant(registry.gene("PITX2")["variant_id"][0])
    ax = plots.forest(table[table["effect_scale"] == "log_odds"])
    assert len(ax.get_yticklabels()) == len(table[table["effect_scale"] == "log_odds"])
    plots.phewas(registry.phewas("4:111685619")).figure.canvas.draw()
    mixed = table.copy()
    mixed.loc[mixed.index[0], "effect_scale"] = "units"
    with pytest.raises(cohortium.CohortiumError, match="different scales"):
        plots.forest(mixed)
