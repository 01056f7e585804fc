"""Apple's own library (``app-store-server-library``), configured for a world."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import requests
from appstoreserverlibrary.api_client import AppStoreServerAPIClient
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier

if TYPE_CHECKING:
    from till_client.world import World


class _Client(AppStoreServerAPIClient):
    """Apple's client with the world's address, which ignores the environment's proxy."""

    def __init__(self, world: World) -> None:
        super().__init__(world.private_key, world.key_id, world.issuer_id, world.bundle_id, Environment.LOCAL_TESTING)
        self._base_url = world.url

    def _execute_request(
        self,
        method: str,
        url: str,
        params: Any,
        headers: Any,
        json: Any,
        data: Any,
    ) -> requests.Response:
        with requests.Session() as session:
            session.trust_env = False
            return session.request(method, url, params=params, headers=headers, json=json, data=data, timeout=30)


def api_client(world: World) -> AppStoreServerAPIClient:
    """Return Apple's client of the App Store Server API for this world."""
    return _Client(world)


def verifier(world: World) -> SignedDataVerifier:
    """Return Apple's verifier, which trusts this world's root certificate."""
    environment = Environment(world.environment)
    return SignedDataVerifier([world.root_certificate], False, environment, world.bundle_id, world.app_apple_id)
