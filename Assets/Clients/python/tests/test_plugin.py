"""Tests of the pytest plugin in another project."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from till_client import Control, TillError

SHOP = Path(__file__).with_name("Shop.storekit")


def test_eight_lines_are_enough(tmp_path: Path) -> None:
    example = Path(__file__).with_name("test_example.py").read_text()
    settings = "[pytest]\ntill_catalogue = Shop.storekit\n"
    lines = [line for line in (example + settings).splitlines() if line.strip()]
    assert len(lines) <= 8
    (tmp_path / "Shop.storekit").write_text(SHOP.read_text())
    (tmp_path / "pytest.ini").write_text(settings)
    (tmp_path / "test_example.py").write_text(example)
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"], cwd=tmp_path, capture_output=True, text=True
    )
    assert "1 passed" in run.stdout, run.stdout + run.stderr


def test_the_server_ends_with_a_test_run_that_is_killed(tmp_path: Path) -> None:
    script = (
        "import time; from till_client import TillServer\n"
        "server = TillServer.start(); print(server.url, flush=True); time.sleep(60)"
    )
    run = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    url = run.stdout.readline().strip()
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    run.stdout.close()
    end = time.monotonic() + 15
    while time.monotonic() < end:
        with contextlib.suppress(TillError):
            Control(url).call("GET", "/till/health", timeout=1)
            time.sleep(0.1)
            continue
        break
    with pytest.raises(TillError, match="refused"):
        Control(url).call("GET", "/till/health", timeout=1)
