"""Work: uploads, QC, reviews, meta-analyses, freezes and indexes."""

from __future__ import annotations

import time
from typing import Any, Callable, Mapping, Union

from .errors import Conflict, CohortiumError, JobFailed
from .transport import Transport
from .upload import PathLike, Progress
from .upload import upload as _upload

#: An object of the server, or its id.
Thing = Union[str, Mapping[str, Any]]

#: Options of a meta-analysis that differ from these are given by name.
META_OPTIONS: dict[str, Any] = {
    "scheme": "ivw", "genomic_control": True, "min_studies": 2, "maf": 0.01, "info": 0.6, "palindromic": "frequency",
    "multi_ancestry": False,
}  # fmt: skip

_ENDED = {"succeeded", "failed", "cancelled"}
_FIRST_WAIT, _LONGEST_WAIT = 0.2, 3.0  # seconds between two looks at a job


def id_of(thing: Thing) -> str:
    """The id of an object."""
    return thing if isinstance(thing, str) else str(thing["id"])


class Work:
    """Methods that start work, and wait for it."""

    transport: Transport

    def call(self, operation_id: str, body: Any = None, if_match: int | None = None, **params: Any) -> Any:
        raise NotImplementedError

    # Files and QC.

    def upload(self, path: PathLike, progress: Progress | None = None) -> str:
        """Uploads a file and returns the id of the upload.

        An upload of the same file that was interrupted continues where it stopped. The server's SHA-256 is compared.
        ``progress(sent, size)`` is called after each chunk. Uploads that are not used expire after seven days.
        """
        chunk = int(self.call("getVersion")["chunk_bytes"])
        return _upload(self.transport, path, chunk, progress)

    def inspect(self, upload_id: str) -> dict[str, Any]:
        """Format, columns and the suggested mapping of an upload."""
        inspection: dict[str, Any] = self.call("getUploadInspection", id=upload_id)
        return inspection

    def submit(
        self,
        path: PathLike,
        metadata: Mapping[str, Any],
        mapping: Mapping[str, str] | None = None,
        progress: Progress | None = None,
    ) -> dict[str, Any]:
        """Uploads a file of summary statistics and registers it in HERMES, which starts its QC.

        ``metadata`` has the keys of the metadata sheet, ``mapping`` the column of each field. Without a mapping the
        columns that the server recognised are used; an error lists those it is not sure of. ``run_qc`` waits for QC.
        """
        upload_id = self.upload(path, progress)
        chosen = dict(mapping) if mapping is not None else self._suggested(upload_id)
        body = {"upload_id": upload_id, "metadata": dict(metadata), "mapping": chosen}
        made: dict[str, Any] = self.call("createHermesUpload", body)
        return made

    def _suggested(self, upload_id: str) -> dict[str, str]:
        inspection = self.inspect(upload_id)
        unsure = [c for c in inspection["columns"] if c["confidence"] == "ask"]
        if unsure:
            asked = " ".join(f"{c['field']}: {c.get('question') or 'which column?'}" for c in unsure)
            raise CohortiumError(f"The server is not sure of some columns. Give a mapping. {asked}", body=inspection)
        return {c["field"]: c["column"] for c in inspection["columns"]}

    def check_metadata(self, files: list[dict[str, Any]]) -> dict[str, Any]:
        """Checks the metadata of up to 50 files by the rules of registration. Stores nothing."""
        checked: dict[str, Any] = self.call("checkHermesMetadata", {"files": files})
        return checked

    def submission(self, submission: Thing) -> dict[str, Any]:
        """A submission with metadata, mapping, review and current QC run."""
        found: dict[str, Any] = self.call("getHermesUpload", id=id_of(submission))
        return found

    def run_qc(self, submission: Thing, settings: Mapping[str, Any] | None = None, wait: bool = True) -> dict[str, Any]:
        """Waits for the QC of a submission and returns the submission; with settings, runs QC again first.

        Settings are those of ``createQcRun``: ``fd``, ``adj``, ``noind``, …
        """
        if settings is not None:
            self.call("createQcRun", {"fd": 0.2, "adj": "none", "noind": False, **settings}, id=id_of(submission))
        found = self.submission(submission)
        if not wait or "run" not in found:
            return found
        self.wait(found["run"])
        return self.submission(submission)

    def report(self, submission: Thing) -> dict[str, Any]:
        """The report of the current QC run of a submission."""
        run = self.submission(submission)["run"]
        found: dict[str, Any] = self.call("getQcRun", id=id_of(submission), run=run["id"])["report"]
        return found

    def accept(self, submission: Thing, acknowledged: list[str] | None = None, comment: str = "") -> dict[str, Any]:
        """Accepts a submission as its reviewer.

        ``acknowledged`` repeats each doubt of ``doubts``, so that none is overlooked.
        """
        run = self.submission(submission)["run"]
        body = {"decision": "approve", "comment": comment, "acknowledged": acknowledged or [], "run_id": run["id"]}
        reviewed: dict[str, Any] = self.call("reviewHermesUpload", body, id=id_of(submission))
        return reviewed

    def doubts(self, submission: Thing) -> list[str]:
        """What QC doubts about a submission, as an acceptance must acknowledge it."""
        items = self.call("listReviewFindings", dataset=[id_of(submission)])["items"]
        return [doubt for item in items for doubt in item.get("doubts") or []]

    # Meta-analyses and freezes.

    def cautions(self, submissions: list[Thing]) -> list[dict[str, Any]]:
        """What may be wrong with a choice of submissions; an option of the meta-analysis confirms each."""
        items: list[dict[str, Any]] = self.call("listMetaCautions", dataset=[id_of(s) for s in submissions])["items"]
        return items

    def meta_analysis(
        self, name: str, phenotype: str, submissions: list[Thing], wait: bool = True, **options: Any
    ) -> dict[str, Any]:
        """Combines accepted submissions; options are those of ``MetaOptions``, such as ``scheme="random"``.

        Returns the meta-analysis, by default when it has ended. ``f"ma:{id}"`` is its reference as a result.
        """
        body = {
            "name": name, "phenotype": phenotype, "datasets": [id_of(s) for s in submissions],
            "options": {**META_OPTIONS, **options},
        }  # fmt: skip
        made = self.call("createMetaAnalysis", body)
        if wait:
            self.wait(made)
        found: dict[str, Any] = self.call("getMetaAnalysis", id=made["id"])
        return found

    def plan_freeze(self, document: Mapping[str, Any]) -> dict[str, Any]:
        """What each cell of a freeze would contain and lack. Stores nothing."""
        while True:
            plan: dict[str, Any] = self.call("planFreeze", {"document": dict(document)})
            if not plan["left"]:
                return plan

    def freeze(
        self, name: str, release_version: str, document: Mapping[str, Any], wait: bool = True, timeout: float = 86400
    ) -> dict[str, Any]:
        """Creates a freeze and computes its results. Returns the freeze, by default when all have ended."""
        body = {"name": name, "release_version": release_version, "document": dict(document)}
        made = self.call("createFreeze", body)
        return self.run_freeze(made, wait, timeout)

    def run_freeze(self, freeze: Thing, wait: bool = True, timeout: float = 86400) -> dict[str, Any]:
        """Computes the results of a freeze that are missing or outdated."""
        key = id_of(freeze)
        for pause in _pauses(timeout, f"The studies of freeze {key} are not compared yet."):
            try:
                self.call("startFreeze", id=key, if_match=self.call("getFreeze", id=key)["version"])
                break
            except Conflict as refusal:
                if refusal.code != "comparing":
                    raise
            pause()
        if wait:
            for pause in _pauses(timeout, f"Freeze {key} still runs."):
                found: dict[str, Any] = self.call("getFreeze", id=key)
                if found["state"] != "running":
                    return found
                pause()
        result: dict[str, Any] = self.call("getFreeze", id=key)
        return result

    # Indexes.

    def create_index(
        self,
        source: PathLike | Mapping[str, str],
        name: str,
        schema: str,
        genome_build: str | None = None,
        wait: bool = True,
        **definition: Any,
    ) -> dict[str, Any]:
        """Builds an index of your file, or of an object of the server (``{"kind": "meta_analysis", "id": …}``).

        ``schema`` names key columns and a locus, such as ``gene`` or ``tissue,chromosome:position``. ``query`` reads it.
        """
        where = dict(source) if isinstance(source, Mapping) else {"kind": "upload", "id": self.upload(source)}
        body = {"name": name, "source": where, "schema": schema, **definition}
        if genome_build:
            body["genome_build"] = genome_build
        made = self.call("createIndex", body)
        if wait and made.get("job"):
            self.wait(made["job"]["id"])
        found: dict[str, Any] = self.call("getIndex", id=made["id"])
        return found

    # Waiting.

    def wait(self, work: Thing, timeout: float = 86400, progress: Callable[[dict[str, Any]], None] | None = None) -> Any:
        """Waits for a job, or for an object with a job, and returns the job. Raises JobFailed if it fails.

        ``progress`` is called with the job at each look: ``stage``, ``done``, ``total``, ``eta_seconds``.
        """
        key = _job_of(work)
        for pause in _pauses(timeout, f"Job {key} has not ended after {timeout:g} s."):
            job = self.call("getJob", id=key)
            if progress:
                progress(job)
            if job["state"] in _ENDED:
                if job["state"] != "succeeded":
                    reason = job.get("error") or f"The job was {job['state']}."
                    raise JobFailed(reason, code=job["state"], body=job)
                return job
            pause()

    def cancel(self, work: Thing) -> Any:
        """Cancels a job, or the job of an object."""
        return self.call("cancelJob", id=_job_of(work))


def _job_of(work: Thing) -> str:
    if isinstance(work, str):
        return work
    if "job_id" in work:
        return str(work["job_id"])
    for inner in ("job", "run"):
        if isinstance(work.get(inner), Mapping):
            return _job_of(work[inner])
    return str(work["id"])


def _pauses(timeout: float, late: str) -> Any:
    """Yields functions that wait a little longer each time; raises CohortiumError after the timeout."""
    ends, delay = time.monotonic() + timeout, _FIRST_WAIT
    while True:
        yield lambda: time.sleep(delay)
        if time.monotonic() > ends:
            raise CohortiumError(late, code="timeout")
        delay = min(delay * 1.5, _LONGEST_WAIT)
