"""A server that records App Store Server Notifications for a test."""

from __future__ import annotations

import base64
import json
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from till_client.control import JSON


@dataclass(frozen=True)
class Notification:
    """A notification as it arrived, with its signed data decoded but not verified."""

    type: str
    subtype: str | None
    uuid: str
    payload: JSON = field(repr=False)
    # Empty if the notification has none.
    transaction: JSON = field(repr=False)
    renewal_info: JSON = field(repr=False)
    signed_payload: str = field(repr=False)
    # The status of the answer to it.
    status: int


class Receiver:
    """A server on this machine that records each notification and answers with a status.

    With ``forward_to`` each notification is also posted to a server under test, whose status becomes the answer.
    ``verify`` is called with each signed payload; its errors are kept in ``problems``. ``host`` is the name by which a
    server elsewhere, such as one in a container, reaches this machine.
    """

    def __init__(self, forward_to: str | None = None, host: str = "127.0.0.1") -> None:
        self.forward_to = forward_to
        self.status = 200
        self.verify: Callable[[str], object] | None = None
        self.problems: list[str] = []
        self._received: list[Notification] = []
        self._returned: set[int] = set()
        self._changed = threading.Condition()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
                self.send_response(receiver._take(body))
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer((host if host == "127.0.0.1" else "", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://{host}:{self._server.server_port}/notifications"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()

    def _take(self, body: bytes) -> int:
        try:
            signed = json.loads(body)["signedPayload"]
            payload = decoded(signed)
            data = payload.get("data") or {}
            status = self._forward(body) if self.forward_to else self.status
            notification = Notification(
                str(payload["notificationType"]),
                payload.get("subtype"),
                str(payload["notificationUUID"]),
                payload,
                _inside(data, "signedTransactionInfo"),
                _inside(data, "signedRenewalInfo"),
                signed,
                status,
            )
        except (ValueError, KeyError, TypeError) as error:
            self._note(f"what came is no notification: {error!r}")
            return 400
        if self.verify is not None:
            try:
                self.verify(signed)
            except Exception as error:
                self._note(f"{notification.type} does not verify: {error!r}")
        with self._changed:
            self._received.append(notification)
            self._changed.notify_all()
        return status

    def _note(self, problem: str) -> None:
        with self._changed:
            self.problems.append(problem)
            self._changed.notify_all()

    def _forward(self, body: bytes) -> int:
        request = urllib.request.Request(str(self.forward_to), body, {"Content-Type": "application/json"})
        try:
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            with opener.open(request, timeout=30) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refusal:
            refusal.close()
            return refusal.code
        except OSError as error:
            self._note(f"{self.forward_to} cannot be reached: {error}")
            return 502

    @property
    def received(self) -> list[Notification]:
        """The notifications in the order of their arrival."""
        with self._changed:
            return list(self._received)

    @property
    def types(self) -> list[str]:
        """The types of the notifications that arrived; with a subtype as ``TYPE/SUBTYPE``."""
        return [_title(one) for one in self.received]

    def wait_for(self, type: str, subtype: str | None = None, timeout: float = 10) -> Notification:
        """Return the next notification of a type that no earlier call returned; fail if none arrives in time."""
        end = time.monotonic() + timeout
        with self._changed:
            while True:
                for number, one in enumerate(self._received):
                    if number not in self._returned and one.type == type and subtype in (None, one.subtype):
                        self._returned.add(number)
                        return one
                left = end - time.monotonic()
                if left <= 0:
                    break
                self._changed.wait(left)
        wanted = f"{type}/{subtype}" if subtype else type
        raise AssertionError(f"no {wanted} within {timeout:g} s; {self._what_came()}")

    def assert_order(self, *types: str) -> None:
        """Fail unless these types arrived in this order; others may be between them."""
        came = self.types
        rest = iter(came)
        for type in types:
            if not any(type in (one, one.split("/")[0]) for one in rest):
                raise AssertionError(f"{type} is not in the order {', '.join(types)}; {self._what_came()}")

    def assert_none(self, type: str) -> None:
        """Fail if a notification of this type arrived. Call the world's ``wait_idle`` first."""
        if any(type in (one, one.split("/")[0]) for one in self.types):
            raise AssertionError(f"{type} came; {self._what_came()}")

    def assert_no_duplicates(self) -> None:
        """Fail if a notification arrived twice, by its UUID."""
        doubled = [uuid for uuid, count in Counter(one.uuid for one in self.received).items() if count > 1]
        if doubled:
            raise AssertionError(f"came more than once: {', '.join(doubled)}; {self._what_came()}")

    def assert_sound(self) -> None:
        """Fail if a request was no notification, did not verify, or could not be forwarded."""
        with self._changed:
            problems = list(self.problems)
        if problems:
            raise AssertionError("; ".join(problems))

    def close(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _what_came(self) -> str:
        titles = [_title(one) for one in self._received]
        return "came: " + ", ".join(titles) if titles else "nothing came"


def _title(one: Notification) -> str:
    return f"{one.type}/{one.subtype}" if one.subtype else one.type


def decoded(jws: str) -> JSON:
    """Return the payload of signed data, without verifying it."""
    part = jws.split(".")[1]
    return dict(json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))))


def _inside(data: JSON, name: str) -> JSON:
    return decoded(data[name]) if name in data else {}
