from __future__ import annotations

import http.server
import json
import os
import threading
from typing import Any, Callable, Iterator

import pytest

import cohortium
from cohortium.transport import Transport


def test_a_field_is_named(registry: cohortium.Client, meta: Any) -> None:
    with pytest.raises(cohortium.Refused) as caught:
        registry.region(meta, "4:9-5")
    assert caught.value.status == 422 and caught.value.fields[0].field == "region"
    assert caught.value.sentence and caught.value.request_id in str(caught.value)


def test_absent_and_forbidden(registry: cohortium.Client, uploader: cohortium.Client, meta: Any) -> None:
    with pytest.raises(cohortium.NotFound):
        registry.region("ma:absent", "4:1-5")
    with pytest.raises(cohortium.NotAllowed):
        uploader.freeze("x", "1", {})


def test_wrong_and_missing_tokens(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(cohortium.NotSignedIn) as caught:
        cohortium.connect(server, "coh_wrong").results()
    assert caught.value.code == "token_unknown"
    monkeypatch.delenv("COHORTIUM_TOKEN")
    with pytest.raises(cohortium.NotSignedIn):
        cohortium.connect(server).submissions()
    monkeypatch.setenv("COHORTIUM_TOKEN", "coh_wrong")
    with pytest.raises(cohortium.NotSignedIn):
        cohortium.connect(server).results()
    monkeypatch.delenv("COHORTIUM_SERVER")
    with pytest.raises(cohortium.CohortiumError, match="COHORTIUM_SERVER"):
        cohortium.connect()


def test_an_expired_token_states_its_day(server: str) -> None:
    """scripts/clients.sh puts its day into the past."""
    token = os.environ["COHORTIUM_EXPIRED_TOKEN"]
    for call in (lambda c: c.results(), lambda c: c.region("ma:x", "4:1-5"), lambda c: c.search("x")):
        with pytest.raises(cohortium.NotSignedIn, match="2026-02-03") as caught:
            call(cohortium.connect(server, token))
        assert caught.value.code == "token_expired"


def test_calls_that_do_not_exist(registry: cohortium.Client) -> None:
    for arguments, words in (
        (("noSuchCall", {}), "no operation noSuchCall"), (("getJob", {}), "needs id"),
        (("getBrowseRows", {"result": "ma:x"}), "needs region"), (("listTokens", {"color": 1}), "no parameter color"),
    ):  # fmt: skip
        with pytest.raises(cohortium.CohortiumError, match=words):
            registry.call(arguments[0], **arguments[1])


class Script(http.server.BaseHTTPRequestHandler):
    """Answers with the next of a list of answers, and counts the requests."""

    protocol_version = "HTTP/1.1"
    answers: list[tuple[int, dict[str, str], bytes]] = []
    seen: list[str] = []

    def _answer(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.seen.append(f"{self.command} {self.path}")
        status, headers, body = self.answers.pop(0)
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        if int(headers.get("Content-Length", len(body))) != len(body):
            self.close_connection = True

    do_GET = do_POST = _answer

    def log_message(self, *_: Any) -> None:
        pass


Scripted = Callable[..., Transport]


@pytest.fixture()
def scripted() -> Iterator[Scripted]:
    httpd = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Script)
    threading.Thread(target=httpd.serve_forever, daemon=True).start()
    waits: list[float] = []

    def start(*answers: tuple[int, dict[str, str], bytes], **options: Any) -> Transport:
        Script.answers, Script.seen = list(answers), []
        transport = Transport(f"http://127.0.0.1:{httpd.server_port}", "t", sleep=waits.append, **options)
        transport.waits = waits  # type: ignore[attr-defined]
        return transport

    yield start
    httpd.shutdown()
    httpd.server_close()


BUSY = (503, {"Retry-After": "2"}, json.dumps({"detail": "Busy.", "code": "busy", "fields": []}).encode())
DONE = (200, {}, b"{}")


def test_reads_wait_as_long_as_the_server_asks(scripted: Scripted) -> None:
    transport = scripted(BUSY, (429, {"Retry-After": "7"}, b""), (500, {}, b""), DONE)
    assert transport.send("GET", "/x").status_code == 200
    assert transport.waits == [2, 7, 0.3]  # type: ignore[attr-defined]


def test_reads_are_tried_four_times(scripted: Scripted) -> None:
    transport = scripted(BUSY, BUSY, BUSY, BUSY, DONE)
    with pytest.raises(cohortium.Busy, match="Busy") as caught:
        transport.send("GET", "/x")
    assert len(Script.seen) == 4 and caught.value.retry_after == 2


def test_writes_are_never_repeated(scripted: Scripted) -> None:
    transport = scripted(BUSY, DONE)
    with pytest.raises(cohortium.Busy):
        transport.send("POST", "/x", data=b"1")
    assert Script.seen == ["POST /x"] and transport.waits == []  # type: ignore[attr-defined]


@pytest.mark.parametrize(("seconds", "requests"), [("60", 2), ("61", 1)])
def test_a_long_wait_is_an_error(scripted: Scripted, seconds: str, requests: int) -> None:
    transport = scripted((503, {"Retry-After": seconds}, b""), DONE)
    if requests == 2:
        transport.send("GET", "/x")
    else:
        with pytest.raises(cohortium.Busy):
            transport.send("GET", "/x")
    assert len(Script.seen) == requests


def test_a_refusal_is_not_repeated(scripted: Scripted) -> None:
    transport = scripted((404, {}, b"<html>"), DONE)
    with pytest.raises(cohortium.NotFound, match="does not exist"):
        transport.send("GET", "/x")
    assert len(Script.seen) == 1


def test_half_an_answer_is_an_error(scripted: Scripted) -> None:
    from cohortium.transport import content_of

    transport = scripted(*[(200, {"Content-Length": "50"}, b"chromosome\n1\n")] * 4)
    with pytest.raises(cohortium.Unreachable):
        content_of(transport.send("GET", "/x", stream=True))


def test_an_unreachable_server() -> None:
    with pytest.raises(cohortium.Unreachable, match="cannot be reached"):
        Transport("http://127.0.0.1:1", None, sleep=lambda _: None).send("GET", "/x")
