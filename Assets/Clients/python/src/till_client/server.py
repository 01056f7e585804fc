"""A ``till serve`` that is started for tests, or that runs already."""

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

# A shell beside the server ends it when this pipe ends, so also when this process is killed.
_KEEPER = """
exec 3<&0
{ read -r _ <&3; kill $$; } >&- 2>&- &
exec "$@" </dev/null 3<&-
"""


class TillServer:
    """A running ``till serve``; each test takes a world of it."""

    def __init__(self, url: str, token: str | None = None) -> None:
        """Use a server that runs already, such as one in a container."""
        self.control = Control(url, token)
        # A port of its own that the server picks cannot be reached through a container's border.
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
                # Ctrl-C is for the tests, which end the server when they are done.
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
        """Where the server listens."""
        return self.control.url

    @classmethod
    def shared(cls, url: str) -> TillServer:
        """A server that another process of this machine started."""
        server = cls(url)
        server._own_ports = True
        return server

    def world(self, receiver: Receiver | None = None, **options: Any) -> World:
        """Make a world: an App Store of its own, with a key and, on this machine, a port of its own.

        Options are the members that ``POST /till/v1/worlds`` takes, with underscores: ``catalogue`` (a file's path or
        content), ``bundle_id``, ``clock``, ``seed``, ``environment``, ``app_apple_id``, ``delivery``, ``attempts``,
        ``notify``, ``port``, ``fork``, ``own_root``, ``name``. A receiver is notified unless ``notify`` says otherwise.
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
        """End the server if it was started here, and remove its files."""
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
    """What the server says once it listens; what there is when it ends or the time is over."""
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
