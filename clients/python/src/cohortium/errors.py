"""Errors: each has the server's sentence, the fields it refers to and the status."""

from __future__ import annotations

from typing import Any, NamedTuple


class FieldError(NamedTuple):
    """An invalid field of a request."""

    field: str
    message: str


class CohortiumError(Exception):
    """A call that failed.

    ``sentence`` explains the problem and what to do. ``status`` is the HTTP status, 0 if no answer arrived. ``code`` is
    the server's stable code, ``fields`` are the invalid fields, ``request_id`` identifies the request in the server's
    log, and ``body`` is the whole answer.
    """

    def __init__(
        self,
        sentence: str,
        status: int = 0,
        code: str = "",
        fields: tuple[FieldError, ...] = (),
        request_id: str = "",
        retry_after: float = 0,
        body: Any = None,
    ) -> None:
        self.sentence = sentence
        self.status = status
        self.code = code
        self.fields = fields
        self.request_id = request_id
        self.retry_after = retry_after
        self.body = body
        super().__init__(sentence)

    def __str__(self) -> str:
        lines = [self.sentence]
        lines += [f"  {f.field}: {f.message}" for f in self.fields if f.message != self.sentence]
        facts = [f"status {self.status}"] if self.status else []
        facts += [f"code {self.code}"] if self.code else []
        facts += [f"request {self.request_id}"] if self.request_id else []
        return "\n".join(lines) + (f"\n  ({', '.join(facts)})" if facts else "")


class NotSignedIn(CohortiumError):
    """401: the token is missing, unknown or expired. The sentence has the day on which it expired."""


class NotAllowed(CohortiumError):
    """403: the account or the scopes of the token do not permit the call."""


class NotFound(CohortiumError):
    """404: the object does not exist, or you may not see it."""


class Conflict(CohortiumError):
    """409: the state or version of the object has changed, or a name is in use."""


class Refused(CohortiumError):
    """400, 413, 415 or 422: the request breaks a rule, see ``fields``."""


class Busy(CohortiumError):
    """429 or 503, also after the retries. ``retry_after`` is in seconds."""


class Unreachable(CohortiumError):
    """No complete answer arrived."""


class JobFailed(CohortiumError):
    """A job that was waited for failed or was cancelled. ``body`` is the job."""


_classes: dict[int, type[CohortiumError]] = {
    400: Refused, 401: NotSignedIn, 403: NotAllowed, 404: NotFound, 409: Conflict, 413: Refused, 415: Refused,
    422: Refused, 429: Busy, 503: Busy,
}  # fmt: skip

_sentences = {
    401: "Sign in: set COHORTIUM_TOKEN to an API token of your profile page.",
    403: "You do not have permission to do this.",
    404: "This does not exist, or you do not have access to it.",
    413: "This is larger than the server accepts.",
    429: "Too many requests. Wait a moment and try again.",
    503: "The server is busy or being restarted. Try again in a minute.",
}


def error_of(status: int, body: Any, request_id: str = "", retry_after: float = 0) -> CohortiumError:
    """The error of an answer; ``body`` is its parsed JSON, None if a proxy answered."""
    kind = _classes.get(status, CohortiumError)
    if isinstance(body, dict) and "detail" in body:
        fields = tuple(FieldError(str(f.get("field", "")), str(f.get("message", ""))) for f in body.get("fields") or ())
        code, request_id = str(body.get("code", "")), str(body.get("request_id", request_id))
        return kind(str(body["detail"]), status, code, fields, request_id, retry_after, body)
    sentence = _sentences.get(status) or (
        f"The server could not answer ({status}). Try again. If it happens again, contact its operator."
    )
    return kind(sentence, status, "", (), request_id, retry_after, body)
