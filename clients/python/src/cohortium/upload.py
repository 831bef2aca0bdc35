"""Resumable uploads (tus 1.0). One chunk is in memory at a time."""

from __future__ import annotations

import base64
import hashlib
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, BinaryIO, Callable, Union

from .errors import CohortiumError, Conflict, Unreachable
from .transport import Transport

Progress = Callable[[int, int], None]
PathLike = Union[str, "os.PathLike[str]"]

_TUS = {"Tus-Resumable": "1.0.0"}
_READ = 1 << 20
_FAULTS = 8  # in a row, without a byte that arrived


class _Sum:
    """The SHA-256 of the first bytes of a file. Bytes are added beside their transfer."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self._at = 0

    def add(self, start: int, chunk: bytes) -> None:
        """Adds a chunk that was read, unless it was added before."""
        if start == self._at:
            self._digest.update(chunk)
            self._at += len(chunk)

    def text(self, end: int) -> str:
        """The sum of the first bytes up to end, which reads those that no chunk had."""
        self.reach(end)
        return self._digest.hexdigest()

    def reach(self, end: int) -> None:
        """Reads and adds the bytes before end that were not added."""
        self._file.seek(self._at)
        while self._at < end:
            piece = self._file.read(min(_READ, end - self._at))
            if not piece:
                return
            self._digest.update(piece)
            self._at += len(piece)


def upload(transport: Transport, path: PathLike, chunk_bytes: int, progress: Progress | None = None) -> str:
    """Uploads a file and returns the id of the upload; see ``Client.upload``."""
    source = Path(path)
    size = source.stat().st_size
    with source.open("rb") as file:
        upload_id = _begin(transport, source.name, size, file)
        total = _Sum(file)
        faults = 0
        while True:
            offset = _offset(transport, upload_id)
            if progress:
                progress(offset, size)
            if offset == size:
                break
            total.reach(offset)
            reached, wait = _send_from(transport, upload_id, file, offset, size, chunk_bytes, total, progress)
            if reached == size:
                continue
            faults = 0 if reached > offset else faults + 1
            if faults == _FAULTS:
                raise Unreachable(
                    f"The upload of {source.name} stopped at {offset} of {size} bytes. Run it again to continue there."
                )
            time.sleep(max(wait, min(2.0**faults, 30)))
        sha256 = total.text(size)
    held = [u for u in _pending(transport) if u["id"] == upload_id]
    if held and held[0].get("sha256") not in (None, "", sha256):
        raise CohortiumError(f"{source.name} was changed while it was sent. Send it again.")
    return upload_id


def _pending(transport: Transport) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = transport.send("GET", "/api/uploads/").json()["items"]
    return items


def _begin(transport: Transport, name: str, size: int, file: Any) -> str:
    """The upload of a file of this name and size that was begun earlier, or a new one."""
    for held in _pending(transport):
        if held["file_name"] != name or held["size"] != size:
            continue
        if not held["complete"] or held.get("sha256") == _Sum(file).text(size):
            return str(held["id"])
    encoded = base64.b64encode(name.encode()).decode()
    headers = {**_TUS, "Upload-Length": str(size), "Upload-Metadata": f"filename {encoded}"}
    answer = transport.send("POST", "/api/uploads/", headers=headers)
    return answer.headers["Location"].rstrip("/").rsplit("/", 1)[-1]


def _offset(transport: Transport, upload_id: str) -> int:
    return int(transport.send("HEAD", f"/api/uploads/{upload_id}", headers=_TUS).headers["Upload-Offset"])


def _may_pass(fault: CohortiumError) -> bool:
    """Whether the upload can continue; the offset is asked for before."""
    return isinstance(fault, (Unreachable, Conflict)) or fault.status == 429 or fault.status >= 500


def _send_from(
    transport: Transport,
    upload_id: str,
    file: BinaryIO,
    offset: int,
    size: int,
    chunk_bytes: int,
    total: _Sum,
    progress: Progress | None,
) -> tuple[int, float]:
    """Sends chunks until the end or a fault that may pass. Returns how far it came, and the seconds to wait."""
    file.seek(offset)
    with ThreadPoolExecutor(1) as beside:
        while offset < size:
            chunk = file.read(min(chunk_bytes, size - offset))
            if not chunk:
                raise CohortiumError("The file became shorter while it was sent. Send it again.")
            headers = {**_TUS, "Upload-Offset": str(offset), "Content-Type": "application/offset+octet-stream"}
            adding = beside.submit(total.add, offset, chunk)
            try:
                transport.send("PATCH", f"/api/uploads/{upload_id}", headers=headers, data=chunk)
            except CohortiumError as fault:
                if not _may_pass(fault):
                    raise
                return offset, min(fault.retry_after, 60)
            finally:
                adding.result()
            offset += len(chunk)
            if progress:
                progress(offset, size)
    return offset, 0
