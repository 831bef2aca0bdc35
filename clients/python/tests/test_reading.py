"""Numbers are compared with the file that the meta-analysis published, which pandas reads by itself."""

from __future__ import annotations

import math
import random
import subprocess
from pathlib import Path
from typing import Any

import numpy
import pandas
import pytest

import cohortium


CODES = {"X": "23"}  # in files


def within(published: pandas.DataFrame, chromosome: str, start: int, end: int) -> pandas.DataFrame:
    chromosome = CODES.get(chromosome, chromosome)
    position = published["base_pair_location"].astype(int)
    rows = published[(published["chromosome"] == chromosome) & (position >= start) & (position <= end)]
    return rows.reset_index(drop=True)


def same(got: pandas.DataFrame, want: pandas.DataFrame) -> None:
    """The same cells: texts exactly, numbers as their texts are read."""
    assert list(got.columns) == list(want.columns)
    assert len(got) == len(want)
    for name in want.columns:
        if name == "chromosome":
            assert [CODES.get(c, c) for c in got[name]] == want[name].tolist()
        elif got[name].dtype == object:
            assert got[name].fillna("NA").tolist() == want[name].tolist(), name
        else:
            numbers = pandas.to_numeric(want[name].replace("NA", "nan"))
            numpy.testing.assert_array_equal(got[name].astype(float), numbers.astype(float), err_msg=name)


REGIONS = [("4", 111_000_000, 112_000_000), ("X", 60_000_000, 70_000_000), ("1", 1, 249_250_621), ("22", 1, 5)]


@pytest.mark.parametrize(("chromosome", "start", "end"), REGIONS)
def test_region_has_every_row_and_cell(
    registry: cohortium.Client, meta: Any, published: pandas.DataFrame, chromosome: str, start: int, end: int
) -> None:
    got = registry.region(meta, f"{chromosome}:{start}-{end}")
    want = within(published, chromosome, start, end)
    assert len(want) > 0 or start == 1
    assert got.attrs["genome_build"] == "GRCh37"
    if len(want):
        same(got, want)
    else:
        assert len(got) == 0 and list(got.columns) == list(want.columns)


def test_ends_of_a_region_are_in_it(registry: cohortium.Client, meta: Any, published: pandas.DataFrame) -> None:
    first, last = (int(published[published["chromosome"] == "4"].iloc[i]["base_pair_location"]) for i in (10, 20))
    for shift, n in ((0, 11), (1, 9)):
        got = registry.region(meta, f"4:{first + shift}-{last - shift}")
        assert len(got) == n == len(within(published, "4", first + shift, last - shift))


def test_tabix_reads_the_same_as_a_scan(registry: cohortium.Client, meta: Any, published: pandas.DataFrame) -> None:
    table = registry.tabix(meta)
    assert table.columns == list(published.columns)
    assert set(table.contigs) == set(published["chromosome"])
    lines = published.agg("\t".join, axis=1)
    position = published["base_pair_location"].astype(int)
    chance = random.Random(7)
    for _ in range(25):
        at = chance.randrange(len(published))
        chromosome, start = published["chromosome"][at], int(position[at])
        end = start + chance.choice([0, 1, 1000, 100_000, 16_384, 3_000_000, 80_000_000])
        inside = (published["chromosome"] == chromosome) & (position >= start) & (position <= end)
        assert list(table.fetch(f"{chromosome}:{start}-{end}")) == lines[inside].tolist(), (chromosome, start, end)
    assert list(table.fetch("chrX:1-99,999,999")) == list(table.fetch("23:1-99999999")) != []
    assert list(table.fetch("99:1-100")) == []
    with pytest.raises(ValueError, match="is not a region"):
        list(table.fetch("4:9-5"))


def test_downloaded_table_opens_with_tabix(
    registry: cohortium.Client, meta: Any, published: pandas.DataFrame, tmp_path: Path
) -> None:
    path = registry.download_result(meta, tmp_path)
    answer = subprocess.run(["tabix", str(path), "4:111000000-112000000"], capture_output=True, text=True, check=True)
    assert len(answer.stdout.splitlines()) == len(within(published, "4", 111_000_000, 112_000_000))
    assert not list(tmp_path.glob("*.part"))


def test_whole_result(registry: cohortium.Client, meta: Any, published: pandas.DataFrame) -> None:
    same(registry.read_result(meta), published)


def test_gene_and_variant(registry: cohortium.Client, meta: Any, published: pandas.DataFrame) -> None:
    gene = registry.gene("PITX2", flank=500_000)
    window = gene.attrs["window"]
    rows = within(published, "4", window["start"], window["end"])
    best = rows.loc[rows["neg_log_10_p_value"].astype(float).idxmax()]
    hit = gene[gene["ref"] == meta["ref"]].iloc[0]
    assert (hit["rsid"], hit["position"]) == (best["rsid"], int(best["base_pair_location"]))
    assert hit["beta"] == pytest.approx(float(best["beta"]), rel=1e-9)
    assert gene["neg_log_10_p_value"].is_monotonic_decreasing

    table = registry.variant(f"4:{best['base_pair_location']}:{best['other_allele']}:{best['effect_allele']}")
    assert table.attrs["variant"]["effect_allele"] == best["effect_allele"]
    whole = table[(table["role"] == "meta") & (table["ref"] == meta["ref"])].iloc[0]
    for name in ("beta", "standard_error", "neg_log_10_p_value"):
        assert whole[name] == pytest.approx(float(best[name]), rel=1e-9), name
    studies = table[(table["role"] == "study") & (table["of"] == meta["ref"])]
    assert len(studies) == int(best["n_studies"])
    # The inverse-variance mean of the studies is the combined effect, computed here.
    weight = 1 / studies["standard_error"] ** 2
    assert (studies["beta"] * weight).sum() / weight.sum() == pytest.approx(whole["beta"], rel=1e-6)
    assert 1 / math.sqrt(weight.sum()) == pytest.approx(whole["standard_error"], rel=1e-6)

    phewas = registry.phewas(f"4:{best['base_pair_location']}")
    assert phewas["ref"].is_unique and phewas["ref"].notna().all()
    assert phewas["neg_log_10_p_value"].is_monotonic_decreasing
    assert meta["ref"] in set(phewas["ref"])


def test_variant_turned_to_the_other_allele(registry: cohortium.Client) -> None:
    lead = registry.gene("PITX2").iloc[0]
    one, other = (
        registry.variant(lead["variant_id"], effect_allele=lead[allele]) for allele in ("effect_allele", "other_allele")
    )
    assert other["beta"].tolist() == pytest.approx((-one["beta"]).tolist())


def test_loci_and_credible_sets(registry: cohortium.Client, meta: Any, published: pandas.DataFrame) -> None:
    loci, members = registry.loci(meta), registry.credible_sets(meta)
    assert set(members["locus"]) == set(range(len(loci)))
    strongest = published.loc[published["neg_log_10_p_value"].astype(float).idxmax()]
    assert (loci["chromosome"][0], loci["base_pair_location"][0]) == (
        strongest["chromosome"], int(strongest["base_pair_location"]),
    )  # fmt: skip
    significant = published[published["neg_log_10_p_value"].astype(float) >= -math.log10(5e-8)]
    assert {CODES.get(c, c) for c in loci["chromosome"]} == set(significant["chromosome"])
    sums = members.groupby("locus")["pip"].sum()
    assert ((sums >= 0.95) & (sums <= 1 + 1e-9)).all()


def test_lists_are_followed_to_the_end(registry: cohortium.Client) -> None:
    whole = registry.submissions()
    parts = registry.submissions(limit=2)
    assert len(whole) > 4 and parts["id"].tolist() == whole["id"].tolist()
    assert len(whole) == registry.call("listHermesUploads", limit=1)["total"]


def test_search_finds_what_is_there(registry: cohortium.Client, meta: Any) -> None:
    hits = registry.search("European demo")
    assert meta["address"] in set(hits["address"])
    assert len(registry.search("no such words at all")) == 0
