"""A client of the control API."""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

JSON = dict[str, Any]


class TillError(Exception):
    """An error: ``till serve`` refused a request, or could not be started or reached."""

    def __init__(self, message: str, kind: str = "failed", status: int = 0) -> None:
        super().__init__(message)
        self.kind = kind
        self.status = status


class Control:
    """A client of the control API at one address, a server's or a world's."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.url = url.rstrip("/")
        self.token = token
        # The environment's proxy cannot reach a server on this machine.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def call(self, method: str, path: str, body: JSON | None = None, timeout: float = 90) -> JSON:
        """Send one request and return the answer's JSON object.

        Raises TillError for a status of 400 or more, with the kind and message that the server gave.
        """
        request = urllib.request.Request(self.url + path, method=method)
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        try:
            with self._opener.open(request, data, timeout) as answer:
                return dict(json.load(answer))
        except urllib.error.HTTPError as refusal:
            with refusal:
                raise self._error(method, path, refusal.code, refusal.read()) from None
        except OSError as failure:
            raise TillError(f"{method} {self.url}{path}: {failure}", "unreachable") from failure

    @staticmethod
    def _error(method: str, path: str, status: int, said: bytes) -> TillError:
        try:
            error = json.loads(said)["error"]
            return TillError(str(error["message"]), str(error["kind"]), status)
        except (ValueError, KeyError, TypeError):
            return TillError(f"{method} {path} was answered with {status}", "failed", status)


def query(**values: object) -> str:
    """Return a URL query with the values that are not None; empty without any."""
    given = {name: value for name, value in values.items() if value is not None}
    return "?" + urllib.parse.urlencode(given) if given else ""
