"""Reading: lists, results, regions, variants, genes, indexes."""

from __future__ import annotations

import re
from typing import Any, Iterator, Mapping, Union
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from . import frames
from .errors import Conflict, NotFound
from .tabix import Index, Tabix, inflate
from .transport import Transport, content_of
from .upload import PathLike

#: A result: its reference, such as ``ma:abc``, or an object or row that has it as ``ref``.
Result = Union[str, Mapping[str, Any], Any]


def ref_of(result: Result) -> str:
    """The reference of a result."""
    if isinstance(result, str):
        return result
    return str(result["ref"])


class Reading:
    """Methods that change nothing."""

    transport: Transport

    def call(self, operation_id: str, **params: Any) -> Any:
        raise NotImplementedError

    def frame(self, operation_id: str, **params: Any) -> Any:
        raise NotImplementedError

    def _request(self, operation_id: str, **options: Any) -> Any:
        raise NotImplementedError

    def _save(self, response: Any, to: PathLike, name: str) -> Any:
        raise NotImplementedError

    # Lists.

    def search(self, words: str) -> Any:
        """Everything you can see that contains all words, as a data frame: kind, title, subtitle, address."""
        answer = self.call("search", q=words)
        return frames.of_items(hit for group in answer["groups"] for hit in group["hits"])

    def datasets(self, **filters: Any) -> Any:
        """Data sets of the registry as a data frame; filters are those of ``listDatasets``."""
        return self.frame("listDatasets", **filters)

    def submissions(self, **filters: Any) -> Any:
        """Submissions of HERMES as a data frame; filters are those of ``listHermesUploads``."""
        return self.frame("listHermesUploads", **filters)

    def meta_analyses(self, **filters: Any) -> Any:
        """Meta-analyses as a data frame; filters are those of ``listMetaAnalyses``."""
        return self.frame("listMetaAnalyses", **filters)

    def freezes(self, **filters: Any) -> Any:
        """Freezes as a data frame; filters are those of ``listFreezes``."""
        return self.frame("listFreezes", **filters)

    def indexes(self, **filters: Any) -> Any:
        """Indexes as a data frame; filters are those of ``listIndexes``."""
        return self.frame("listIndexes", **filters)

    def results(
        self, words: str | None = None, build: str | None = None, phenotype: str | None = None, everything: bool = False
    ) -> Any:
        """Results that you can read, as a data frame; ``ref`` identifies each.

        Results with a caveat (waiting for review, rejected, …) are left out unless ``everything``.
        """
        answer = self.call("listBrowseResults", q=words, build=build, phenotype=phenotype, all=everything or None)
        return frames.of_items(answer["items"])

    # Rows.

    def region(self, result: Result, region: str) -> Any:
        """All rows of a result in a region such as ``4:110900000-112100000``, with all columns of its file.

        Positions are 1-based and both ends are included. ``attrs["genome_build"]`` is the build.
        """
        response = self._request("getBrowseRows", params={"result": ref_of(result), "region": region})
        table = frames.of_text(content_of(response))
        table.attrs["genome_build"] = response.headers.get("Genome-Build", "")
        return table

    def region_view(self, results: Result | list[Result], region: str, **options: Any) -> dict[str, Any]:
        """A region as the page shows it: tracks with LD, genes, recombination, known loci, as ``getBrowseRegion``
        returns them. ``plot_region`` draws it. Options: ``build``, ``ld_to``, ``ld_from``."""
        many = results if isinstance(results, list) else [results]
        view: dict[str, Any] = self.call("getBrowseRegion", result=[ref_of(r) for r in many], region=region, **options)
        return view

    def read_result(self, result: Result) -> Any:
        """All rows of a result as a data frame. Ten million rows need a few GB of memory: see ``tabix``."""
        response = self._request("downloadDrsObject", params=self._pass(result))
        return frames.of_text(inflate(content_of(response)))

    def download_result(self, result: Result, to: PathLike, index: bool = True) -> Any:
        """Saves the table of a result (bgzip), and its tabix index beside it. Returns the path of the table."""
        where = self._pass(result)
        table = self._save(self._request("downloadDrsObject", params=where, stream=True), to, where["name"])
        if index:
            tbi = {**where, "name": where["name"] + ".tbi"}
            self._save(self._request("downloadDrsObject", params=tbi, stream=True), f"{table}.tbi", tbi["name"])
        return table

    def tabix(self, result: Result) -> Tabix:
        """Opens the table of a result for reading by region, block by block; the index is read once.

        ``tabix(r).fetch("4:1-1000000")`` yields lines; ``fetch_frame`` returns a data frame.
        """
        where = self._pass(result)
        tbi = {**where, "name": where["name"] + ".tbi"}
        index = Index(content_of(self._request("downloadDrsObject", params=tbi)))
        size = int(self.call("getDrsObject", id=where["id"])["size"])

        def read_range(first: int, last: int) -> bytes:
            headers = {"Range": f"bytes={first}-{last}"}
            for fresh in (False, True):  # an address is valid for 15 minutes
                try:
                    return content_of(self._ranged(self._pass(result) if fresh else where, headers))
                except NotFound:
                    if fresh:
                        raise
            raise AssertionError("the second try returns or raises")

        return Tabix(index, size, read_range)

    def fetch_frame(self, result: Result, region: str) -> Any:
        """The rows of a region, read from the file itself through its index; the same as ``region``."""
        opened = self.tabix(result)
        return frames.of_lines(opened.columns, opened.fetch(region))

    def _ranged(self, where: Mapping[str, Any], headers: Mapping[str, str]) -> Any:
        query = {k: v for k, v in where.items() if k not in ("id", "name")}
        path = f"/ga4gh/drs/v1/objects/{quote(where['id'], safe='')}/data/{quote(where['name'], safe='')}"
        return self.transport.send("GET", path, params=query, headers=dict(headers))

    def _pass(self, result: Result) -> dict[str, Any]:
        """The parameters of the address of a result's table, which are valid for 15 minutes."""
        drs = None if isinstance(result, str) else result.get("drs_id")
        if not isinstance(drs, str):
            drs = self._drs_id(ref_of(result))
        url = urlsplit(self.call("getDrsAccess", id=drs, access="https")["url"])
        return {"id": drs, "name": unquote(url.path.rsplit("/", 1)[-1]), **dict(parse_qsl(url.query))}

    def _drs_id(self, ref: str) -> str:
        for item in self.call("listBrowseResults", all=True)["items"]:
            if item["ref"] == ref:
                if "drs_id" not in item:
                    raise Conflict(f"{ref} has no table yet.")
                return str(item["drs_id"])
        raise NotFound(f"There is no result {ref}, or you do not have access to it.", 404)

    # Variants and genes.

    def _all_asked(self, operation_id: str, **params: Any) -> Iterator[dict[str, Any]]:
        """The parts of an answer about all results, to the end."""
        while True:
            part = self.call(operation_id, **params)
            yield part
            following = part["asked"].get("next")
            if not following:
                return
            params["from_"] = following

    def gene(self, gene: str, flank: int | None = None, build: str | None = None, everything: bool = False) -> Any:
        """The strongest variant of a gene in every result, as a data frame. ``attrs["gene"]`` describes the gene."""
        rows: list[dict[str, Any]] = []
        first: dict[str, Any] = {}
        for part in self._all_asked("getBrowseGene", gene=gene, flank=flank, build=build, all=everything or None):
            first = first or part
            for hit in part["hits"]:
                rows.append({
                    **_effect_row(hit["effect"]),
                    **{f"variant_{k}" if k == "id" else k: v for k, v in hit["variant"].items()},
                    "distance": hit.get("distance"), "n_variants": hit.get("variants"),
                })  # fmt: skip
        table = _by_strength(frames.of_items(rows))
        table.attrs.update(gene=first["gene"], genome_build=first["genome_build"], window=first["window"])
        return table

    def variant(
        self, variant: str, build: str | None = None, effect_allele: str | None = None, everything: bool = False
    ) -> Any:
        """The effects of a variant in every result and in the studies of meta-analyses, as a data frame.

        ``role`` is ``meta``, ``study`` or ``result``. Effects refer to ``attrs["variant"]["effect_allele"]``. Effects on
        different scales must not be compared.
        """
        rows: list[dict[str, Any]] = []
        first: dict[str, Any] = {}
        asked = {"variant": variant, "build": build, "effect_allele": effect_allele, "all": everything or None}
        for part in self._all_asked("getBrowseVariant", **asked):
            first = first or part
            for combined in part["combined"]:
                rows.append({"role": "meta", **_effect_row(combined["effect"]), "i2": combined.get("i2")})
                rows += [
                    _study_row(study, combined["effect"]["result"]) for study in combined["studies"] if "effect" in study
                ]
            rows += [{"role": "result", **_effect_row(effect)} for effect in part["others"]]
        table = frames.of_items(rows)
        table.attrs.update(variant=first["variant"], genome_build=first["genome_build"], genes=first["genes"])
        return table

    def phewas(self, variant: str, **options: Any) -> Any:
        """The effects of a variant across the phenotypes: one row per result, the strongest first."""
        table = self.variant(variant, **options)
        if not len(table):
            return table
        rows = table[table["role"] != "study"].drop(columns=["of"], errors="ignore")
        kept = _by_strength(rows)
        kept.attrs.update(table.attrs)
        return kept

    def loci(self, result: Result) -> Any:
        """The loci of a result with lead variant and nearest genes, as a data frame, the strongest first."""
        sets = self.call("listCredibleSets", result=ref_of(result))["sets"]
        return frames.of_items({
            **s["lead"], "chromosome": _chromosome(s["lead"]["chromosome"]),
            "nearest_genes": ", ".join(s.get("nearest_genes", [])), "gene_distance": s.get("gene_distance"),
            "credible_set_size": s["credible_set"].get("size"), "start": s["span"]["start"], "end": s["span"]["end"],
        } for s in sets)  # fmt: skip

    def credible_sets(self, result: Result) -> Any:
        """The variants of the 95 % credible sets of a result, as a data frame; ``locus`` numbers them as ``loci``."""
        pd = frames.pandas()
        sets = self.call("listCredibleSets", result=ref_of(result))["sets"]
        parts = []
        for number, s in enumerate(sets):
            columns = {k: v for k, v in s["members"].items() if isinstance(v, list) and len(v)}
            parts.append(pd.DataFrame({"locus": number, "chromosome": _chromosome(s["lead"]["chromosome"]), **columns}))
        return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()

    # Plots.

    def manhattan(self, result: Result) -> dict[str, Any]:
        """The data of the Manhattan plot of a result, for ``plots.manhattan``."""
        data: dict[str, Any] = self.call("getBrowseManhattan", result=ref_of(result))
        return data

    def qq(self, result: Result) -> dict[str, Any]:
        """The data of the QQ plot of a result, for ``plots.qq``."""
        ref = ref_of(result)
        kind, _, key = ref.partition(":")
        data: dict[str, Any]
        if kind == "ma":
            data = self.call("getMetaPlot", id=key, name="qq")
        elif kind == "upload":
            run = self.call("getHermesUpload", id=key)["run"]
            data = self.call("getQcPlot", id=key, run=run["id"], name="qq")
        elif kind == "tool":
            data = self.call("getToolPlot", id=key, name="qq")
        else:
            address = next(r["address"] for r in self.call("listBrowseResults", all=True)["items"] if r["ref"] == ref)
            found = re.fullmatch(r"/(p/)?datasets/([^/?#]+).*", address)
            if not found:
                raise NotFound(f"There is no data set of {ref}.", 404)
            operation = "getPublicDatasetPlot" if found[1] else "getDatasetPlot"
            data = self.call(operation, id=found[2], fid=key, name="qq")
        return data

    # Indexes.

    def query(self, index: str, *values: str, flank: int | None = None, limit: int | None = None) -> Any:
        """The rows of an index for the values of its keys and a region or gene, as a data frame.

        All pages are read, up to ``limit`` rows.
        """
        page = self.call("queryIndex", id=index, q=list(values), flank=flank, limit=limit, fmt="row")
        rows = list(page["data"])
        while page.get("continuation"):
            page = self.call("continueIndexQuery", token=page["continuation"])
            rows += page["data"]
        table = frames.pandas().DataFrame(rows)
        table.attrs.update(genome_build=page.get("genome_build"), region=page.get("region"))
        return table


def _chromosome(code: Any) -> str:
    """The name of a chromosome's code: 23 is X."""
    return frames.CHROMOSOMES.get(str(code), str(code))


def _effect_row(effect: Mapping[str, Any]) -> dict[str, Any]:
    result = effect["result"]
    facts = ("ref", "title", "phenotype", "ancestry", "genome_build", "effect_scale")
    values = {k: v for k, v in effect.items() if k != "result"}
    return {**{k: result.get(k) for k in facts}, **values, "n_cases": result.get("n_cases")}


def _study_row(study: Mapping[str, Any], of: Mapping[str, Any]) -> dict[str, Any]:
    named = {"role": "study", "of": of["ref"], "title": study["name"], "ancestry": study.get("ancestry")}
    scale = {"phenotype": of.get("phenotype"), "effect_scale": of.get("effect_scale"), "weight": study.get("weight")}
    return {**named, **scale, **study["effect"]}


def _by_strength(table: Any) -> Any:
    if "neg_log_10_p_value" not in table:
        return table
    return table.sort_values("neg_log_10_p_value", ascending=False, ignore_index=True, kind="stable")
