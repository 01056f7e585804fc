"""A world: a separate App Store inside a server, for one test."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from till_client.control import JSON, Control, TillError, query
from till_client.receiver import Receiver

if TYPE_CHECKING:
    from appstoreserverlibrary.api_client import AppStoreServerAPIClient
    from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier


@dataclass(frozen=True)
class Purchase:
    """The App Store's answer to a purchase or a renewal."""

    answer: JSON = field(repr=False)
    product_id: str
    pending: bool

    @property
    def transaction_id(self) -> str:
        """The transaction's id. Raises TillError while the purchase waits for a parent's approval."""
        if "transactionId" not in self.answer:
            raise TillError(f"the purchase of {self.product_id} has no transaction: {self.answer.get('message')}")
        return str(self.answer["transactionId"])

    @staticmethod
    def of(answer: JSON, product: str) -> Purchase:
        """Return the purchase in an answer of the server."""
        return Purchase(answer, str(answer.get("productId", product)), bool(answer.get("pending", False)))

    @property
    def subscription(self) -> str:
        """The subscription's id: that of its original transaction, or of its only one before a renewal."""
        return str(self.answer.get("originalTransactionId") or self.transaction_id)


def _id(of: str | Purchase) -> str:
    return of if isinstance(of, str) else of.transaction_id


def _subscription(of: str | Purchase) -> str:
    return of if isinstance(of, str) else of.subscription


class World:
    """A separate App Store with its own customers, products, clock, key and address."""

    def __init__(self, server: Control, said: JSON, receiver: Receiver | None = None) -> None:
        self._server = server
        self.said = said
        self.control = Control(str(said["url"]), server.token)
        self._receiver = receiver
        self._is_open = True

    # Members that a client of the App Store Server API needs.

    @property
    def name(self) -> str:
        """The world's name in the server."""
        return str(self.said["name"])

    @property
    def url(self) -> str:
        """The address of the App Store Server API."""
        return str(self.said["url"])

    @property
    def bundle_id(self) -> str:
        """The app's bundle id."""
        return str(self.said["bundleId"])

    @property
    def issuer_id(self) -> str:
        """The issuer id of tokens."""
        return str(self.said["issuerId"])

    @property
    def key_id(self) -> str:
        """The id of the key that signs tokens."""
        return str(self.said["keyId"])

    @property
    def private_key(self) -> bytes:
        """The private key that signs tokens and offers, in PEM."""
        return str(self.said["privateKey"]).encode()

    @property
    def root_certificate(self) -> bytes:
        """The root certificate for verifying signed data, in DER."""
        return base64.b64decode(str(self.said["rootCertificate"]))

    @property
    def shared_secret(self) -> str:
        """The shared secret of ``verifyReceipt``."""
        return str(self.said["sharedSecret"])

    @property
    def environment(self) -> str:
        """``Sandbox`` or ``Production``."""
        return str(self.said["environment"])

    @property
    def app_apple_id(self) -> int | None:
        """The app's Apple ID; None if the world has none."""
        value = self.said.get("appAppleId")
        return int(value) if value is not None else None

    @property
    def receiver(self) -> Receiver:
        """The receiver of the world's notifications."""
        if self._receiver is None:
            raise TillError("the world has no receiver")
        return self._receiver

    @cached_property
    def api(self) -> AppStoreServerAPIClient:
        """Apple's client of the App Store Server API; needs ``till-client[apple]``."""
        from till_client import apple

        return apple.api_client(self)

    @cached_property
    def verifier(self) -> SignedDataVerifier:
        """Apple's verifier, which trusts this world's root; needs ``till-client[apple]``."""
        from till_client import apple

        return apple.verifier(self)

    # Actions of customers and of Apple.

    def verb(self, name: str, **members: Any) -> JSON:
        """Call any verb of the control API; an underscore in a member's name stands for a hyphen."""
        body = {key.replace("_", "-"): value for key, value in members.items() if value is not None}
        return self.control.call("POST", f"/till/v1/verb/{name}", body)

    def buy(self, product: str, *, token: str | None = None, account: str | None = None, **members: Any) -> Purchase:
        """Buy a product as the customer; ``token`` becomes the purchase's ``appAccountToken``."""
        return Purchase.of(self.verb("buy", product=product, token=token, account=account, **members), product)

    def renew(self, subscription: str | Purchase) -> Purchase:
        """Renew a subscription now, named by a purchase, its product or its original transaction."""
        return Purchase.of(self.verb("renew", subscription=_subscription(subscription)), "")

    def expire(self, subscription: str | Purchase) -> JSON:
        """Let a subscription expire now."""
        return self.verb("expire", subscription=_subscription(subscription))

    def cancel(self, subscription: str | Purchase) -> JSON:
        """Turn auto-renewal off as the customer."""
        return self.verb("auto-renew", on=False, subscription=_subscription(subscription))

    def fail_billing(self, subscription: str | Purchase) -> JSON:
        """Let the next renewals fail because Apple cannot charge the customer."""
        return self.verb("billing-fail", subscription=_subscription(subscription))

    def resolve_billing(self, subscription: str | Purchase) -> JSON:
        """Let Apple charge the customer again."""
        return self.verb("billing-resolve", subscription=_subscription(subscription))

    def ask_refund(self, transaction: str | Purchase, reason: str | None = None) -> JSON:
        """Request a refund from Apple as the customer."""
        return self.verb("refund-ask", transaction=_id(transaction), reason=reason)

    def refund(self, transaction: str | Purchase, percentage: int | None = None) -> JSON:
        """Refund a purchase as Apple, or a part of it in percent."""
        return self.verb("refund-approve", transaction=_id(transaction), percentage=percentage)

    def decline_refund(self, transaction: str | Purchase) -> JSON:
        """Decline a refund as Apple."""
        return self.verb("refund-decline", transaction=_id(transaction))

    def reverse_refund(self, transaction: str | Purchase) -> JSON:
        """Reverse a refund as Apple."""
        return self.verb("refund-reverse", transaction=_id(transaction))

    def advance(self, duration: str) -> JSON:
        """Move the App Store's clock forward, for example by ``30d``; events that become due happen."""
        return self.verb("advance", duration=duration)

    # Functions of the server.

    def wait_idle(self, seconds: int | None = None) -> None:
        """Wait until every due notification was sent and answered."""
        self.control.call("POST", "/till/v1/wait-idle", {} if seconds is None else {"seconds": seconds}, timeout=660)

    def requests(
        self,
        *,
        method: str | None = None,
        path: str | None = None,
        transaction: str | None = None,
        status: int | None = None,
    ) -> list[JSON]:
        """Return the requests to Apple's APIs; ``path`` selects paths by their beginning."""
        asked = query(method=method, path=path, transaction=transaction, status=status)
        return list(self.control.call("GET", "/till/v1/requests" + asked)["requests"])

    def fault(self, path: str = "/inApps", **members: Any) -> None:
        """Make the App Store Server API fail below a path; replaces all earlier faults.

        The members are those of ``PUT /till/v1/faults``: ``status``, ``errorCode``, ``times``, ``seconds``,
        ``perSecond``, ``retryAfter``, ``lags``.
        """
        self.faults([{"path": path, **members}])

    def faults(self, faults: list[JSON]) -> None:
        """Make the App Store Server API fail in several ways; replaces all earlier faults."""
        self.control.call("PUT", "/till/v1/faults", {"faults": faults})

    def clear_faults(self) -> None:
        """Remove all faults of the App Store Server API."""
        self.control.call("DELETE", "/till/v1/faults")

    def close(self) -> None:
        """Delete the world."""
        if self._is_open:
            self._is_open = False
            self._server.call("DELETE", f"/till/v1/worlds/{self.name}")
