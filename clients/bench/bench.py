"""Measures the packages against tabix, pandas and curl in one run: scripts/clients.sh bench [MB].

A meta-analysis table of ten million rows is put in the place of the demo's, because what is measured is the way of the
rows from the server into a data frame. Each figure is the median of several runs that alternate with its peer.
"""

from __future__ import annotations

import glob
import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Callable

import cohortium
from cohortium import frames

WORK = Path(os.environ["COHORTIUM_WORK"])
ROWS = 10_000_000
RUNS = 7


def seconds(work: Callable[[], Any]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def alternating(*works: Callable[[], Any]) -> list[float]:
    """The median seconds of each, run in turn; the first turn warms up."""
    turns = [[seconds(work) for work in works] for _ in range(RUNS + 1)][1:]
    return [statistics.median(column) for column in zip(*turns)]


def stored(reference: str) -> Path:
    """The file of a meta-analysis in the server's folder."""
    found = glob.glob(f"{os.environ['COHORTIUM_DATA']}/**/*{reference.split(':')[1]}*/**/results.tsv.gz", recursive=True)
    return Path(found[0])


def large_table(path: Path) -> None:
    """Rows in the columns of a meta-analysis over the chromosomes, packed and indexed by Debian's tabix."""
    columns = subprocess.run(["zcat", str(path)], capture_output=True).stdout.split(b"\n", 1)[0].decode()
    per, step = ROWS // 22, 110
    made = WORK / "large.tsv.gz"
    with made.open("wb") as out:
        packer = subprocess.Popen(["bgzip", "-c"], stdin=subprocess.PIPE, stdout=out)
        assert packer.stdin
        packer.stdin.write(f"{columns}\n".encode())
        for chromosome in range(1, 23):
            lines = []
            for i in range(per):
                at = 10_000 + i * step
                z = (i * 2654435761 % 1000003) / 1000003
                lines.append(
                    f"{chromosome}\t{at}\tA\tG\t{z - 0.5:.12f}\t0.0{i % 9 + 1}2345678901\t0.{i % 8999 + 1000}\t{z + 1e-6:.12g}"
                    f"\t{2 * z:.10g}\t{chromosome}_{at}_G_A\trs{i + 1}\t898747\t3\t+-+\t{z:.10g}\t{z:.12f}\t0\t0\t0.1{i % 97}\t0.2{i % 97}\n"
                )
                if len(lines) == 100_000:
                    packer.stdin.write("".join(lines).encode())
                    lines.clear()
            packer.stdin.write("".join(lines).encode())
        packer.stdin.close()
        packer.wait()
    subprocess.run(["tabix", "-s1", "-b2", "-e2", "-S1", str(made)], check=True)
    os.replace(made, path)
    os.replace(f"{made}.tbi", f"{path}.tbi")


def r_against_tabix(reference: str, path: Path, region: str) -> tuple[float, float, int]:
    """Median seconds of a region by the package and by fread of tabix, in one R process, in turn."""
    code = f"""
    suppressMessages({{library(cohortium); library(data.table)}})
    client <- cohortium_connect()
    ours <- function() region(client, "{reference}", "{region}")
    peer <- function() fread(cmd = "tabix {path} {region}", sep = "\\t", header = FALSE, showProgress = FALSE)
    took <- function(f) system.time(f())[["elapsed"]]
    turns <- vapply(seq_len({RUNS} + 1), function(i) c(took(ours), took(peer)), numeric(2))[, -1]
    stopifnot(nrow(ours()) == nrow(peer()))
    cat(apply(turns, 1, median), nrow(ours()))
    """
    library = WORK / "library"
    library.mkdir(exist_ok=True)
    install = ["R", "CMD", "INSTALL", "--no-docs", "-l", str(library), "clients/r"]
    subprocess.run(install, check=True, capture_output=True)
    env = {**os.environ, "R_LIBS": str(library)}
    answer = subprocess.run(["Rscript", "-e", code], check=True, capture_output=True, text=True, env=env).stdout.split()
    return float(answer[0]), float(answer[1]), int(answer[2])


def upload_against_curl(megabytes: int) -> tuple[float, float, int]:
    """Seconds of an upload by the package, in a process of its own, and by curl with the same chunks; peak kB."""
    file = WORK / "upload.bin"
    with file.open("wb") as out:
        for _ in range(megabytes):
            out.write(os.urandom(1_000_000))
    code = (
        "import cohortium, re, sys, time; c = cohortium.connect(); b = time.perf_counter(); c.upload(sys.argv[1]);"
        "print(time.perf_counter() - b, re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1])"
    )
    answer = subprocess.run([sys.executable, "-c", code, str(file)], check=True, capture_output=True, text=True).stdout
    ours, memory = answer.split()
    return float(ours), seconds(lambda: curl_upload(file)), int(memory)


def curl_upload(file: Path) -> None:
    """One curl process that sends the chunks of the file one after the other over one connection."""
    client = cohortium.connect()
    chunk = int(client.call("getVersion")["chunk_bytes"])
    size = file.stat().st_size
    headers = {"Tus-Resumable": "1.0.0", "Upload-Length": str(size), "Upload-Metadata": "filename Y3VybC5iaW4="}
    place = client.transport.send("POST", "/api/uploads/", headers=headers).headers["Location"]
    url = client.server + re.sub(r"^https?://[^/]+", "", place)
    subprocess.run(["split", "-b", str(chunk), "-d", "-a", "4", str(file), f"{WORK}/piece."], check=True)
    began = time.perf_counter()
    parts = []
    for number, piece in enumerate(sorted(glob.glob(f"{WORK}/piece.*"))):
        parts.append(
            f'url = "{url}"\nrequest = PATCH\nupload-file = "{piece}"\nsilent\nfail\noutput = "/dev/null"\n'
            f'header = "Authorization: Bearer {os.environ["COHORTIUM_TOKEN"]}"\nheader = "Tus-Resumable: 1.0.0"\n'
            f'header = "Upload-Offset: {number * chunk}"\nheader = "Content-Type: application/offset+octet-stream"\n'
            'header = "Expect:"\n'
        )
    config = WORK / "curl.conf"
    config.write_text("next\n".join(parts))
    subprocess.run(["curl", "--config", str(config)], check=True)
    curl_upload.took = time.perf_counter() - began  # type: ignore[attr-defined]


def main() -> None:
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    client = cohortium.connect()
    results = client.results()
    meta = results[results["kind"] == "ma"].iloc[0]
    ours, _, memory = upload_against_curl(megabytes)
    curl = curl_upload.took  # type: ignore[attr-defined]
    print(f"upload of {megabytes} MB: {ours:.2f} s, curl {curl:.2f} s, {curl / ours:.2f} of its speed; {memory // 1000} MB of memory")
    path = stored(meta["ref"])
    large_table(path)
    region = "4:10000000-10999999"
    package, tabix, rows = r_against_tabix(meta["ref"], path, region)
    print(f"1 Mb in R: {rows} rows, {package * 1000:.0f} ms, tabix {tabix * 1000:.0f} ms, ratio {package / tabix:.2f}")
    region = "4:10000000-20999999"
    text = subprocess.run(["tabix", str(path), region], capture_output=True, check=True).stdout
    header = "\t".join(client.region(meta, "4:1-2").columns).encode() + b"\n"
    package, tabix = alternating(
        lambda: client.region(meta, region),
        lambda: frames.of_text(header + subprocess.run(["tabix", str(path), region], capture_output=True).stdout),
    )
    print(f"{text.count(10)} rows in Python: {package * 1000:.0f} ms, tabix {tabix * 1000:.0f} ms, ratio {package / tabix:.2f}")


if __name__ == "__main__":
    main()
