"""An App Store for tests: a client of ``till serve`` that needs only Python's standard library."""

from till_client.control import Control, TillError
from till_client.receiver import Notification, Receiver
from till_client.server import TillServer
from till_client.world import Purchase, World

__all__ = ["Control", "Notification", "Purchase", "Receiver", "TillError", "TillServer", "World"]
