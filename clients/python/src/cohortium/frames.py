"""Data frames of answers."""

from __future__ import annotations

import io
from typing import Any, Iterable, Sequence

from .errors import CohortiumError

#: Columns of result files that are texts; the others are numbers.
TEXTS = frozenset({
    "chromosome", "effect_allele", "other_allele", "p_value", "variant_id", "rsid", "direction", "reported_alleles",
})  # fmt: skip

#: Names of the chromosomes that result files write as numbers.
CHROMOSOMES = {"23": "X", "24": "Y", "25": "MT"}

MISSING = ["NA", "#NA", ""]


def pandas() -> Any:
    """The module; an error that names the package if it is not installed."""
    try:
        import pandas as module
    except ImportError as cause:
        raise CohortiumError("Install pandas for data frames: apt install python3-pandas, or pip install pandas.") from cause
    return module


def of_text(text: bytes) -> Any:
    """The data frame of rows of a result; chromosomes 23 to 25 of files are X, Y and MT.

    P values are also numbers; for those below 1e-308 use ``neg_log_10_p_value``.
    """
    pd = pandas()
    columns = text.split(b"\n", 1)[0].decode().split("\t")
    kinds = {name: "str" for name in columns if name in TEXTS and name != "p_value"}
    table = pd.read_csv(io.BytesIO(text), sep="\t", dtype=kinds, na_values=MISSING, keep_default_na=False)
    if "chromosome" in table and table["chromosome"].isin(list(CHROMOSOMES)).any():
        table["chromosome"] = table["chromosome"].replace(CHROMOSOMES)
    return table


def of_lines(columns: Sequence[str], lines: Iterable[str]) -> Any:
    """The data frame of lines of a result file."""
    text = "\n".join(["\t".join(columns), *lines]) + "\n"
    return of_text(text.encode())


def of_items(items: Iterable[dict[str, Any]]) -> Any:
    """A row for each item; objects within become columns such as ``run.verdict``."""
    pd = pandas()
    rows = list(items)
    return pd.json_normalize(rows) if rows else pd.DataFrame()
