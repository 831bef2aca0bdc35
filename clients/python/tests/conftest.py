"""The tests run against a demo server that scripts/clients.sh starts."""

from __future__ import annotations

import gzip
import io
import os
from pathlib import Path
from typing import Any, Iterator
from urllib.request import Request, urlopen

import matplotlib
import pandas
import pytest

import cohortium

matplotlib.use("Agg")

ROOT = Path(__file__).resolve().parents[3]


def _env(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        pytest.exit(f"{name} is missing: run make test-clients, which starts a server.", returncode=1)
    return value


@pytest.fixture(scope="session")
def server() -> str:
    return _env("COHORTIUM_SERVER")


@pytest.fixture(scope="session")
def registry(server: str) -> Iterator[cohortium.Client]:
    """A reviewer."""
    with cohortium.connect(server, _env("COHORTIUM_TOKEN")) as client:
        yield client


@pytest.fixture(scope="session")
def uploader(server: str) -> Iterator[cohortium.Client]:
    with cohortium.connect(server, _env("COHORTIUM_UPLOADER_TOKEN")) as client:
        yield client


@pytest.fixture(scope="session")
def meta(registry: cohortium.Client) -> Any:
    results = registry.results()
    return results[results["title"] == "HF all, European, demo"].iloc[0]


@pytest.fixture(scope="session")
def published(server: str, meta: Any) -> pandas.DataFrame:
    """The file of the meta-analysis, downloaded and read without the package: all cells as text."""
    key = meta["ref"].split(":")[1]
    url = f"{server}/api/hermes/meta-analyses/{key}/files/results.tsv.gz"
    with urlopen(Request(url, headers={"Authorization": "Bearer " + _env("COHORTIUM_TOKEN")})) as answer:
        text = gzip.decompress(answer.read())
    return pandas.read_csv(io.BytesIO(text), sep="\t", dtype=str, keep_default_na=False)
