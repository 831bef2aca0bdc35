"""Requests over HTTP with the retries of the pages: only calls that change nothing are repeated."""

from __future__ import annotations

import time
from typing import Any, Callable

import requests

from .errors import CohortiumError, Unreachable, error_of

VERSION = "0.1.0"

_RETRIED = frozenset({408, 409, 425, 429, 500, 502, 503, 504})
_READS = frozenset({"GET", "HEAD", "OPTIONS"})
_FIRST_WAIT = 0.3  # seconds; the server states longer ones
_TRIES = 4

UNREACHABLE = "The server cannot be reached. Check your connection and the address {base}."
INCOMPLETE = "The answer ended before it was complete. Try again."


def _retry_after(response: requests.Response) -> float:
    try:
        return max(float(response.headers.get("Retry-After", "0")), 0)
    except ValueError:
        return 0


def _json_of(response: requests.Response) -> Any:
    try:
        return response.json()
    except ValueError:
        return None


def failure_of(response: requests.Response) -> CohortiumError:
    """The error of an answer that is not a success."""
    return error_of(
        response.status_code, _json_of(response), response.headers.get("X-Request-Id", ""), _retry_after(response)
    )


class Transport:
    """Sends requests to one server. Safe calls that fail for a while are repeated up to three times.

    The server's ``Retry-After`` is waited for, up to ``longest_wait`` seconds; a longer one is raised as an error.
    """

    def __init__(
        self,
        base: str,
        token: str | None,
        timeout: float = 60,
        longest_wait: float = 60,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.base = base
        self.timeout = timeout
        self.longest_wait = longest_wait
        self._sleep = sleep
        self._session = requests.Session()
        self._session.headers["User-Agent"] = f"cohortium-python/{VERSION}"
        self._session.trust_env = True
        self._token = token

    def _auth(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        """Sets the token itself, so that a .netrc file does not replace it."""
        if self._token:
            request.headers["Authorization"] = f"Bearer {self._token}"
        return request

    def send(self, method: str, path: str, **options: Any) -> requests.Response:
        """The successful answer of a call; raises CohortiumError for any other."""
        options.setdefault("timeout", self.timeout)
        tries = _TRIES if method in _READS else 1
        for left in reversed(range(tries)):
            response: requests.Response | None = None
            try:
                response = self._session.request(
                    method, self.base + path, auth=self._auth, allow_redirects=False, **options
                )
            except requests.RequestException as cause:
                if left == 0:
                    raise Unreachable(UNREACHABLE.format(base=self.base)) from cause
                self._sleep(_FIRST_WAIT)
                continue
            if response.status_code < 300:
                return response
            error = failure_of(response)
            if left == 0 or response.status_code not in _RETRIED or error.retry_after > self.longest_wait:
                raise error
            self._sleep(error.retry_after or _FIRST_WAIT)
        raise AssertionError("the last try returns or raises")

    def close(self) -> None:
        """Closes the connections."""
        self._session.close()


def content_of(response: requests.Response) -> bytes:
    """The whole body; Unreachable if the connection ended early."""
    try:
        body = response.content
    except (requests.exceptions.ChunkedEncodingError, requests.exceptions.ConnectionError) as cause:
        raise Unreachable(INCOMPLETE) from cause
    stated = response.headers.get("Content-Length")
    if stated is not None and response.request.method != "HEAD" and "Content-Encoding" not in response.headers:
        if len(body) != int(stated):
            raise Unreachable(INCOMPLETE)
    return body
