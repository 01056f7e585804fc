"""The pytest plugin: one ``till serve`` for all tests, one world for each."""

from __future__ import annotations

import contextlib
import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from till_client.control import TillError
from till_client.receiver import Receiver
from till_client.server import TillServer
from till_client.world import World

_SERVER = pytest.StashKey[TillServer]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("till_program", "the program; by default the variable TILL, or till on the PATH")
    parser.addini("till_catalogue", "the .storekit file that each world sells from")
    parser.addini("till_bundle_id", "the app")
    parser.addini("till_forward_to", "the server under test, to which each notification is passed on")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "till(**options): options of the test's world, such as clock='2026-03-01', and forward_to=URL"
    )


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """With pytest-xdist, let the workers share one server of the process that starts them."""
    # If no server can be started, a worker that needs one reports it.
    with contextlib.suppress(TillError):
        node.workerinput["till_url"] = _server(node.config).url


def pytest_unconfigure(config: pytest.Config) -> None:
    server = config.stash.get(_SERVER, None)
    if server is not None:
        server.stop()


def _server(config: pytest.Config) -> TillServer:
    server = config.stash.get(_SERVER, None)
    if server is None:
        given = os.environ.get("TILL_URL")
        shared = getattr(config, "workerinput", {}).get("till_url")
        if given:
            server = TillServer(given, os.environ.get("TILL_CONTROL_TOKEN"))
        elif shared:
            server = TillServer.shared(shared)
        else:
            program = str(config.getini("till_program") or "")
            server = TillServer.start(program or None)
        config.stash[_SERVER] = server
    return server


@pytest.fixture(scope="session")
def till_server(pytestconfig: pytest.Config) -> TillServer:
    """The server that all tests share: the one at TILL_URL, or a new one that is started once."""
    return _server(pytestconfig)


@pytest.fixture(scope="session")
def till_options(pytestconfig: pytest.Config) -> dict[str, Any]:
    """Options of every world; a conftest.py may override this fixture."""
    options: dict[str, Any] = {}
    if catalogue := str(pytestconfig.getini("till_catalogue") or ""):
        options["catalogue"] = Path(pytestconfig.rootpath, catalogue)
    if bundle := str(pytestconfig.getini("till_bundle_id") or ""):
        options["bundle_id"] = bundle
    return options


@pytest.fixture
def till_world(
    request: pytest.FixtureRequest, till_server: TillServer, till_options: dict[str, Any]
) -> Iterator[World]:
    """A separate App Store for one test, with a receiver of its notifications; both end with the test."""
    options = dict(till_options)
    for marker in reversed(list(request.node.iter_markers("till"))):
        options.update(marker.kwargs)
    forward_to = options.pop("forward_to", None) or request.config.getini("till_forward_to") or None
    receiver = Receiver(forward_to=forward_to, host=os.environ.get("TILL_RECEIVER_HOST") or "127.0.0.1")
    try:
        world = till_server.world(receiver, **options)
        if importlib.util.find_spec("appstoreserverlibrary") is not None:
            receiver.verify = world.verifier.verify_and_decode_notification
        yield world
        world.close()
    finally:
        receiver.close()
    receiver.assert_sound()
