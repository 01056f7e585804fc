"""A ``till serve`` for tests: a new process, or a server that already runs."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from till_client.control import JSON, Control, TillError
from till_client.receiver import Receiver
from till_client.world import World

# A shell script that starts the server and kills it when its input ends, even if this process is killed.
_KEEPER = """
exec 3<&0
{ read -r _ <&3; kill $$; } >&- 2>&- &
exec "$@" </dev/null 3<&-
"""


class TillServer:
    """A running ``till serve``, in which each test makes a world."""

    def __init__(self, url: str, token: str | None = None) -> None:
        """Use a server that already runs, for example in a container."""
        self.control = Control(url, token)
        # Tests cannot reach a world's own port inside a container, so worlds get none by default.
        self._own_ports = False
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: str | None = None

    @classmethod
    def start(cls, program: str | None = None, options: Sequence[str] = (), timeout: float = 30) -> TillServer:
        """Start a server on a free port, with temporary files.

        The program is ``program``, or the variable TILL, or ``till`` on the PATH.
        """
        wanted = program or os.environ.get("TILL") or "till"
        found = shutil.which(wanted)
        if found is None:
            raise TillError(f"no program {wanted}; install Till, or set TILL to the program's path", "notFound")
        folder = tempfile.mkdtemp(prefix="till-tests-")
        log = Path(folder, "access.log")
        command = [found, "serve", "--empty", "--port", "0", "--json", "--store", folder + "/store", *options]
        with log.open("wb") as errors:
            process = subprocess.Popen(
                ["/bin/sh", "-c", _KEEPER, "till", *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                # Ctrl-C must reach only the tests, which end the server when they are done.
                start_new_session=True,
            )
        line = _first_line(process, timeout)
        try:
            said: JSON = json.loads(line)
            server = cls(said["url"])
        except (ValueError, KeyError):
            _end(process)
            reason = log.read_text(errors="replace").strip().splitlines()[-1:]
            shutil.rmtree(folder, ignore_errors=True)
            raise TillError(f"till serve did not start: {''.join(reason) or 'no answer'}", "notStarted") from None
        server._process, server._folder, server._own_ports = process, folder, True
        return server

    @property
    def url(self) -> str:
        """The URL at which the server listens."""
        return self.control.url

    @classmethod
    def shared(cls, url: str) -> TillServer:
        """Use a server that another process on this machine started."""
        server = cls(url)
        server._own_ports = True
        return server

    def world(self, receiver: Receiver | None = None, **options: Any) -> World:
        """Make a world: a separate App Store with its own key and, on this machine, its own port.

        Options are the members of ``POST /till/v1/worlds``, written with underscores: ``catalogue`` (a file's path or
        content), ``bundle_id``, ``clock``, ``seed``, ``environment``, ``app_apple_id``, ``delivery``, ``attempts``,
        ``notify``, ``port``, ``fork``, ``own_root``, ``name``. Notifications go to ``receiver`` unless ``notify`` is
        given.
        """
        body = {_camel(name): value for name, value in options.items() if value is not None}
        catalogue = body.get("catalogue")
        if isinstance(catalogue, Path) or (isinstance(catalogue, str) and not catalogue.lstrip().startswith("{")):
            body["catalogue"] = Path(catalogue).read_text(encoding="utf-8")
        if self._own_ports:
            body.setdefault("port", 0)
        if receiver is not None:
            body.setdefault("notify", receiver.url)
        return World(self.control, self.control.call("POST", "/till/v1/worlds", body), receiver)

    def stop(self) -> None:
        """End the server if this object started it, and delete its files."""
        if self._process is not None:
            _end(self._process)
            self._process = None
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def __enter__(self) -> TillServer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _first_line(process: subprocess.Popen[bytes], timeout: float) -> bytes:
    """Return the server's first line of output, or its beginning if the server ends or the time is over."""
    assert process.stdout is not None
    line, end = b"", time.monotonic() + timeout
    while not line.endswith(b"\n") and (left := end - time.monotonic()) > 0:
        if not select.select([process.stdout], [], [], left)[0]:
            break
        part = os.read(process.stdout.fileno(), 65536)
        if not part:
            break
        line += part
    return line


def _end(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.close()
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdout.close()
