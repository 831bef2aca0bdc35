from __future__ import annotations

import hashlib
import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy
import pandas
import pytest

import cohortium
from cohortium import upload as uploading

from conftest import ROOT

FREEZE: dict[str, Any] = {
    "phenotypes": ["ALL_HF"], "ancestries": ["EU"], "sexes": ["both"], "schemes": ["ivw"], "sex_difference": False,
    "options": {
        "scheme": "ivw", "genomic_control": True, "min_studies": 2, "maf": 0, "info": 0, "palindromic": "keep",
        "multi_ancestry": False, "same_cohort": True, "shared_people": True, "few_shared": True, "inflated": True,
        "doubtful_size": True, "mixed_sex": True,
    },
    "rules": [], "exclude": [], "skip": [],
}  # fmt: skip


def metadata(name: str) -> dict[str, Any]:
    return {
        "dataSetName": f"Python {name}", "cohort": f"Python {name}", "phenotype": "NI_HF", "ancestry": "EU",
        "sex": "Not sex stratified", "totalSampleSize": 361194, "cases": 44000, "genomeBuild": "hg19",
    }  # fmt: skip


def made(path: Path, size: int) -> Path:
    path.write_bytes(hashlib.sha256(path.name.encode()).digest() * (size // 32))
    return path


def test_an_upload_arrives_whole_and_once(uploader: cohortium.Client, tmp_path: Path) -> None:
    file = made(tmp_path / "once.bin", 20_000_000)
    steps: list[tuple[int, int]] = []
    first = uploader.upload(file, lambda sent, size: steps.append((sent, size)))
    assert steps[0] == (0, 20_000_000) and steps[-1] == (20_000_000, 20_000_000) and len(steps) > 3
    held = {u["id"]: u for u in uploader.call("listPendingUploads")["items"]}[first]
    assert held["complete"] and held["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()
    assert uploader.upload(file) == first
    file.write_bytes(b"other" + file.read_bytes()[5:])
    assert uploader.upload(file) != first


def test_an_interrupted_upload_continues(
    uploader: cohortium.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = made(tmp_path / "resumed.bin", 40_000_000)

    class Stopped(Exception):
        pass

    def stop(sent: int, size: int) -> None:
        if sent > size // 3:
            raise Stopped

    with pytest.raises(Stopped):
        uploader.upload(file, stop)
    steps: list[int] = []
    done = uploader.upload(file, lambda sent, _: steps.append(sent))
    assert 13_000_000 < steps[0] < 40_000_000
    held = {u["id"]: u for u in uploader.call("listPendingUploads")["items"]}[done]
    assert held["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()


def test_a_connection_that_breaks_is_taken_up(
    uploader: cohortium.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = made(tmp_path / "broken.bin", 30_000_000)
    send, broken = uploader.transport.send, []

    def flaky(method: str, path: str, **options: Any) -> Any:
        if method == "PATCH" and len(broken) < 2:
            broken.append(path)
            raise cohortium.Unreachable("broken")
        return send(method, path, **options)

    monkeypatch.setattr(uploader.transport, "send", flaky)
    monkeypatch.setattr(uploading.time, "sleep", lambda _: None)
    done = uploader.upload(file)
    held = {u["id"]: u for u in uploader.call("listPendingUploads")["items"]}[done]
    assert len(broken) == 2 and held["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()


def test_memory_of_an_upload_is_bounded(server: str, tmp_path: Path) -> None:
    file = tmp_path / "large.bin"
    with file.open("wb") as out:
        out.truncate(200_000_000)
    code = (
        "import cohortium, os, re; c = cohortium.connect(token=os.environ['COHORTIUM_UPLOADER_TOKEN']);"
        f"c.upload({str(file)!r}); print(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1])"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(answer.stdout) < 100_000  # kB


def study(published: pandas.DataFrame, seed: int, path: Path) -> pandas.DataFrame:
    """A study with the variants of a result and effects of its own, written as a file."""
    chance = numpy.random.default_rng(seed)
    rows = published[["chromosome", "base_pair_location", "effect_allele", "other_allele"]].copy()
    rows["effect_allele_frequency"] = published["effect_allele_frequency"].astype(float).round(6)
    rows["standard_error"] = (published["standard_error"].astype(float) * (1 + seed / 4)).round(8)
    rows["beta"] = (chance.standard_normal(len(rows)) * rows["standard_error"]).round(8)
    z = (rows["beta"] / rows["standard_error"]).abs()
    rows["p_value"] = [math.erfc(value / math.sqrt(2)) for value in z]
    rows["n"] = 40_000
    rows.to_csv(path, sep="\t", index=False)
    return rows.set_index(["chromosome", "base_pair_location"])


def test_from_two_files_to_a_meta_analysis(
    registry: cohortium.Client, uploader: cohortium.Client, published: pandas.DataFrame, tmp_path: Path
) -> None:
    """The combined effects are compared with inverse-variance means that are computed here."""
    frequency = published["effect_allele_frequency"].astype(float)
    some = published[(frequency > 0.1) & (frequency < 0.35)].iloc[::3]
    studies, accepted = [], []
    for seed, name in enumerate(("North", "South"), start=1):
        studies.append(study(some, seed, tmp_path / f"{name}.tsv"))
        submission = uploader.submit(tmp_path / f"{name}.tsv", metadata(name))
        checked = uploader.run_qc(submission)
        assert checked["run"]["status"] == "COMPLETED" and checked["run"]["verdict"] != "fail"
        assert checked["run"]["rows_in"] == len(some)
        with pytest.raises(cohortium.NotAllowed):
            uploader.accept(submission)
        accepted.append(registry.accept(submission, registry.doubts(submission)))
    unconfirmed = registry.cautions(accepted)
    options = {"maf": 0, "info": 0, "palindromic": "keep", "genomic_control": False}
    if unconfirmed:
        with pytest.raises(cohortium.CohortiumError):
            registry.meta_analysis("Python", "NI_HF", accepted, **options)
    meta = registry.meta_analysis(
        "Python", "NI_HF", accepted, **options, same_cohort=True, shared_people=True, few_shared=True, inflated=True,
        doubtful_size=True,
    )  # fmt: skip
    assert meta["status"] == "COMPLETED" and meta["n_variants"] > 0.95 * len(some)
    rows = registry.read_result(f"ma:{meta['id']}")
    rows = rows.set_index([rows["chromosome"].replace("X", "23"), rows["base_pair_location"].astype(str)])
    first, second = (s.loc[rows.index] for s in studies)
    weights = [1 / s["standard_error"] ** 2 for s in (first, second)]
    want = (first["beta"] * weights[0] + second["beta"] * weights[1]) / (weights[0] + weights[1])
    turned = numpy.where(first["effect_allele"] == rows["effect_allele"], 1.0, -1.0)
    numpy.testing.assert_allclose(rows["beta"], want * turned, rtol=1e-9, atol=1e-12)
    numpy.testing.assert_allclose(rows["standard_error"], 1 / numpy.sqrt(weights[0] + weights[1]), rtol=1e-9)


def test_a_freeze(registry: cohortium.Client) -> None:
    plan = registry.plan_freeze(FREEZE)
    assert plan["left"] == 0 and len(plan["cells"]) == 1 and plan["cells"][0]["compared"]
    freeze = registry.freeze("Python release", "1.0", FREEZE)
    assert freeze["state"] == "finished"
    assert freeze["plan"]["cells"][0]["verdict"] in ("passed", "warning")


def test_an_index_of_a_table(registry: cohortium.Client, tmp_path: Path) -> None:
    table = tmp_path / "eqtl.tsv"
    rows = [(f"GENE{i % 7}", "4", 111_000_000 + 100 * i, round(0.001 * i, 3)) for i in range(5000)]
    table.write_text("gene\tchromosome\tposition\tslope\n" + "".join("\t".join(map(str, r)) + "\n" for r in rows))
    index = registry.create_index(table, "Python eQTL", "gene,chromosome:position", "GRCh37")
    got = registry.query(index["id"], "GENE3", "4:111100000-111200000")
    want = [r for r in rows if r[0] == "GENE3" and 111_100_000 <= r[2] <= 111_200_000]
    assert [tuple(r) for r in got[["position", "slope"]].to_numpy().tolist()] == [(r[2], r[3]) for r in want]
    assert len(registry.query(index["id"], "GENE3", "4:111100000-111200000", limit=5)) == 5
    assert len(registry.query(index["id"], "NONE", "4:1-2")) == 0
    with pytest.raises(cohortium.Refused):
        registry.query(index["id"], "GENE3")


def test_lines_of_the_page_run(registry: cohortium.Client, server: str, tmp_path: Path) -> None:
    """The lines that the page of an index shows for curl, R and Python return the same rows."""
    templates = json.loads((ROOT / "web/src/features/bioindex/page/snippets.json").read_text())
    table = tmp_path / "pages.tsv"
    table.write_text("chromosome\tposition\tslope\n" + "".join(f"4\t{1000 * i}\t{i}\n" for i in range(1, 101)))
    index = registry.create_index(table, "Lines of a page", "chromosome:position", "GRCh37")
    where = "4:10000-20000"
    fill = {
        "server": server, "id": index["id"], "values": json.dumps(where), "flank": "",
        "token": '-H "Authorization: Bearer $COHORTIUM_TOKEN" ',
        "url": f"'{server}/api/bio/query/{index['id']}?q={where}'",
    }  # fmt: skip
    lines = {name: re.sub(r"\{(\w+)\}", lambda m: fill[m[1]], text) for name, text in templates.items()}
    assert set(lines) == {"curl", "R", "Python"}
    curl = json.loads(subprocess.run(["bash", "-c", f"{lines['curl']} -sf"], capture_output=True, check=True).stdout)
    *before, last = lines["Python"].splitlines()
    scope: dict[str, Any] = {}
    exec("\n".join(before), scope)
    python = eval(last, scope)
    assert python["slope"].tolist() == [row["slope"] for row in curl["data"]] == list(range(10, 21))
    if libraries := os.environ.get("COHORTIUM_R_LIBRARY"):
        code = lines["R"] + f' |> nrow() |> write("{tmp_path}/rows")'
        subprocess.run(["Rscript", "-e", code], env={**os.environ, "R_LIBS": libraries}, check=True, capture_output=True)
        assert int((tmp_path / "rows").read_text()) == len(python)


def test_work_that_fails(registry: cohortium.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    job = {"id": "j", "state": "failed", "error": "The file ends in the middle of a line."}
    monkeypatch.setattr(registry, "call", lambda *_, **__: job)
    with pytest.raises(cohortium.JobFailed, match="ends in the middle") as caught:
        registry.wait("j")
    assert caught.value.body == job
    monkeypatch.setattr(registry, "call", lambda *_, **__: {**job, "state": "running"})
    with pytest.raises(cohortium.CohortiumError, match="has not ended"):
        registry.wait("j", timeout=0.1)
