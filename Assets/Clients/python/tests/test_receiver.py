"""Tests of the receiver's assertions, including those that must fail."""

from __future__ import annotations

import urllib.error
import urllib.request

import pytest

from till_client import Receiver, World


def post(url: str, body: bytes) -> int:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(urllib.request.Request(url, body)) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refusal:
        refusal.close()
        return refusal.code


def test_what_does_not_come_fails_and_says_what_came(till_world: World) -> None:
    till_world.buy("pro")
    till_world.wait_idle()
    with pytest.raises(AssertionError, match=r"no REFUND within 0.1 s; came: ONE_TIME_CHARGE"):
        till_world.receiver.wait_for("REFUND", timeout=0.1)


def test_each_call_returns_another_notification(till_world: World) -> None:
    till_world.renew(till_world.renew(till_world.buy("plus")))
    first, second = (till_world.receiver.wait_for("DID_RENEW") for _ in range(2))
    assert first.uuid != second.uuid


def test_a_wrong_order_fails(till_world: World) -> None:
    till_world.refund(till_world.buy("coins"))
    till_world.wait_idle()
    till_world.receiver.assert_order("ONE_TIME_CHARGE", "REFUND")
    with pytest.raises(AssertionError, match="ONE_TIME_CHARGE is not in the order"):
        till_world.receiver.assert_order("REFUND", "ONE_TIME_CHARGE")
    with pytest.raises(AssertionError, match="REFUND came"):
        till_world.receiver.assert_none("REFUND")


def test_a_notification_that_comes_twice_fails(till_world: World) -> None:
    till_world.buy("coins")
    charge = till_world.receiver.wait_for("ONE_TIME_CHARGE")
    till_world.receiver.assert_no_duplicates()
    till_world.verb("notifications-duplicate", notification=charge.uuid)
    till_world.receiver.wait_for("ONE_TIME_CHARGE")
    with pytest.raises(AssertionError, match=charge.uuid):
        till_world.receiver.assert_no_duplicates()


def test_each_post_goes_on_to_the_server_under_test(till_world: World) -> None:
    server = Receiver()
    server.status = 503
    till_world.receiver.forward_to = server.url
    till_world.buy("coins")
    assert till_world.receiver.wait_for("ONE_TIME_CHARGE").status == 503
    assert server.types == ["ONE_TIME_CHARGE"]
    server.close()
    till_world.refund(till_world.verb("transactions")["transactions"][0]["transactionId"])
    assert till_world.receiver.wait_for("REFUND").status == 502
    with pytest.raises(AssertionError, match="cannot be reached"):
        till_world.receiver.assert_sound()
    till_world.receiver.problems.clear()


def test_what_is_no_notification_is_a_problem() -> None:
    receiver = Receiver()
    assert [post(receiver.url, body) for body in (b"", b"{}", b'{"signedPayload": "a.b.c"}')] == [400, 400, 400]
    with pytest.raises(AssertionError, match="no notification"):
        receiver.assert_sound()
    receiver.close()


def test_a_payload_of_another_world_does_not_verify(till_world: World) -> None:
    pytest.importorskip("appstoreserverlibrary")
    till_world.buy("coins")
    signed = till_world.receiver.wait_for("ONE_TIME_CHARGE").signed_payload
    header, payload, signature = signed.split(".")
    false = ".".join([header, payload, ("A" if signature[0] != "A" else "B") + signature[1:]])
    assert post(till_world.receiver.url, b'{"signedPayload": "%s"}' % false.encode()) == 200
    with pytest.raises(AssertionError, match="ONE_TIME_CHARGE does not verify"):
        till_world.receiver.assert_sound()
    till_world.receiver.problems.clear()
