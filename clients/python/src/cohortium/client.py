"""The client of a Cohortium server."""

from __future__ import annotations

import functools
import json
import os
import re
from importlib import resources
from pathlib import Path
from typing import Any, Iterator, Mapping
from urllib.parse import quote, urlsplit

from . import frames
from .errors import CohortiumError
from .reading import Reading
from .transport import Transport, content_of
from .upload import PathLike
from .work import Work

_WRITE_AT_ONCE = 1 << 20


@functools.lru_cache(maxsize=None)
def operations() -> Mapping[str, Mapping[str, Any]]:
    """All operations of the server's contract by id: method, path, query parameters and a summary."""
    text = resources.files("cohortium").joinpath("operations.json").read_text(encoding="utf-8")
    table: dict[str, Any] = json.loads(text)
    return table


def _token_of(server: str, token: str | None) -> str | None:
    found = token or os.environ.get("COHORTIUM_TOKEN")
    if found:
        return found.strip()
    try:
        import keyring
    except ImportError:
        return None
    try:
        return keyring.get_password("cohortium", server) or None
    except keyring.errors.KeyringError:
        return None


def connect(server: str | None = None, token: str | None = None, **options: Any) -> Client:
    """Connects to a server.

    ``server`` is its address, such as ``https://cohortium.example.org``; the default is ``COHORTIUM_SERVER``. ``token``
    is an API token of your profile page; the default is ``COHORTIUM_TOKEN``, then the keyring if the package ``keyring``
    is installed. Without a token you see public data. Further options are those of ``Transport``.
    """
    return Client(server, token, **options)


class Client(Reading, Work):
    """A connection to one server. ``call`` reaches every operation; the other methods are for the main jobs."""

    def __init__(self, server: str | None = None, token: str | None = None, **options: Any) -> None:
        address = server or os.environ.get("COHORTIUM_SERVER")
        if not address:
            raise CohortiumError("No server: give its address, or set COHORTIUM_SERVER.")
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise CohortiumError(f"{address} is not the address of a server, such as https://cohortium.example.org.")
        self.server = address.rstrip("/")
        self.transport = Transport(self.server, _token_of(self.server, token), **options)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.transport.close()

    def __repr__(self) -> str:
        return f"<cohortium {self.server}>"

    def keep_token(self, token: str) -> None:
        """Keeps a token for this server in the keyring of your computer, and uses it from now on."""
        import keyring

        keyring.set_password("cohortium", self.server, token)
        self.transport._token = token

    # Every operation.

    def call(
        self,
        operation_id: str,
        body: Any = None,
        if_match: int | None = None,
        content_type: str | None = None,
        **params: Any,
    ) -> Any:
        """Calls an operation of the contract by its id and returns the answer: parsed JSON, text or bytes.

        ``params`` are the parameters of path and query by name; lists repeat a name, None leaves it out, and a trailing
        underscore is dropped (``from_``). ``body`` is sent as JSON, bytes and text as they are. ``if_match`` is the
        ``version`` of the object that a change is based on.
        """
        response = self._request(operation_id, body, if_match, content_type, params)
        content = content_of(response)
        kind = response.headers.get("Content-Type", "").split(";")[0]
        if not content:
            return None
        if kind.endswith("json"):
            return json.loads(content)
        return content.decode() if kind.startswith("text/") else content

    def _request(
        self,
        operation_id: str,
        body: Any = None,
        if_match: int | None = None,
        content_type: str | None = None,
        params: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> Any:
        operation = operations().get(operation_id)
        if operation is None:
            raise CohortiumError(f"There is no operation {operation_id}; cohortium.operations() lists them all.")
        path, query = self._address(operation_id, operation, dict(params or {}))
        headers = {}
        if if_match is not None:
            headers["If-Match"] = f'"{if_match}"'
        if body is not None:
            media = content_type or operation.get("body", "application/json")
            headers["Content-Type"] = media
            options["data"] = json.dumps(body) if media == "application/json" and not isinstance(body, bytes) else body
        return self.transport.send(operation["method"], path, params=query, headers=headers, **options)

    def _address(
        self, operation_id: str, operation: Mapping[str, Any], params: dict[str, Any]
    ) -> tuple[str, dict[str, Any]]:
        given = {name.rstrip("_"): value for name, value in params.items() if value is not None}

        def fill(match: re.Match[str]) -> str:
            if match[1] not in given:
                raise CohortiumError(f"{operation_id} needs {match[1]}.")
            return quote(str(given.pop(match[1])), safe="")

        path = re.sub(r"\{(\w+)\}", fill, operation["path"])
        known = operation.get("query", [])
        unknown = [name for name in given if name not in known]
        if unknown:
            raise CohortiumError(f"{operation_id} has no parameter {', '.join(unknown)}; it has {', '.join(known) or 'none'}.")
        missing = [name for name in operation.get("required", []) if name not in given]
        if missing:
            raise CohortiumError(f"{operation_id} needs {', '.join(missing)}.")
        return path, {name: _texts(value) for name, value in given.items()}

    def pages(self, operation_id: str, **params: Any) -> Iterator[dict[str, Any]]:
        """The items of a list, over all of its pages."""
        params.setdefault("limit", 200 if "limit" in operations()[operation_id].get("query", []) else None)
        while True:
            page = self.call(operation_id, **params)
            yield from page["items"]
            cursor = page.get("next_cursor")
            if not cursor:
                return
            params["cursor"] = cursor

    def frame(self, operation_id: str, **params: Any) -> Any:
        """The data frame of a list, over all of its pages."""
        return frames.of_items(self.pages(operation_id, **params))

    def download(self, operation_id: str, to: PathLike, **params: Any) -> Path:
        """Saves the file that an operation returns, and returns its path. ``to`` may be a folder.

        The file has its name only when it is complete.
        """
        response = self._request(operation_id, params=params, stream=True)
        return self._save(response, to, str(params.get("name") or params.get("file") or operation_id))

    def _save(self, response: Any, to: PathLike, name: str) -> Path:
        target = Path(to)
        if target.is_dir():
            target = target / Path(name).name
        part = target.with_name(target.name + ".part")
        size = 0
        with response, part.open("wb") as file:
            for piece in _pieces(response):
                size += file.write(piece)
        stated = response.headers.get("Content-Length")
        if stated is not None and size != int(stated):
            raise CohortiumError(f"{target.name} ended after {size} of {stated} bytes. Try again.")
        part.replace(target)
        return target

    # Who am I.

    def whoami(self) -> dict[str, Any]:
        """Your account. Raises NotSignedIn without a valid token."""
        account: dict[str, Any] = self.call("isLoggedIn")
        return account


def _pieces(response: Any) -> Iterator[bytes]:
    import requests

    from .errors import Unreachable
    from .transport import INCOMPLETE

    try:
        yield from response.iter_content(_WRITE_AT_ONCE)
    except requests.RequestException as cause:
        raise Unreachable(INCOMPLETE) from cause


def _texts(value: Any) -> Any:
    """A value as it is written in an address."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return [_texts(one) for one in value]
    return value
