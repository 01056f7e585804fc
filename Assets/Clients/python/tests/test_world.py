"""Tests of worlds, each in one of its own; with pytest-xdist they run at the same time."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import pytest

from till_client import Purchase, TillError, TillServer, World


def ids(world: World) -> set[str]:
    return {row["transactionId"] for row in world.verb("transactions")["transactions"]}


@pytest.mark.parametrize("number", range(8))
def test_a_world_sees_its_own_purchases_only(till_world: World, number: int) -> None:
    assert ids(till_world) == set()
    bought = {till_world.buy("coins").transaction_id for _ in range(number + 1)}
    till_world.wait_idle()
    assert ids(till_world) == bought
    assert len(bought) == number + 1
    assert till_world.receiver.types == ["ONE_TIME_CHARGE"] * (number + 1)


def test_a_world_has_a_port_of_its_own(till_world: World, till_server: TillServer) -> None:
    parts = urlsplit(till_world.url)
    assert parts.path in ("", "/")
    assert parts.port != urlsplit(till_server.url).port


def test_two_worlds_beside_each_other(till_world: World, till_server: TillServer) -> None:
    other = till_server.world(clock="2026-03-01", bundle_id="com.example.other")
    assert other.url != till_world.url
    assert other.key_id != till_world.key_id
    assert other.bundle_id == "com.example.other"
    other.close()
    with pytest.raises(TillError):
        other.verb("transactions")


@pytest.mark.till(clock="2026-03-01", seed=7)
def test_the_clock_stands_still_and_moves_by_request(till_world: World) -> None:
    bought = till_world.buy("plus")
    till_world.advance("32d")
    first, second = sorted(row["purchaseDate"] for row in till_world.verb("transactions")["transactions"])
    assert first == 1772323200000
    assert second > first
    assert bought.transaction_id in ids(till_world)


def test_a_seed_repeats_its_ids(till_server: TillServer, till_options: dict[str, Any]) -> None:
    worlds = [till_server.world(**till_options, seed=7, clock="2026-03-01") for _ in range(2)]
    assert len({world.buy("coins").transaction_id for world in worlds}) == 1
    for world in worlds:
        world.close()


def test_a_renewal_is_another_transaction(till_world: World) -> None:
    bought = till_world.buy("plus")
    renewal = till_world.renew(bought)
    assert renewal.transaction_id != bought.transaction_id
    till_world.receiver.wait_for("DID_RENEW")


def test_auto_renewal_off_then_expired(till_world: World) -> None:
    bought = till_world.buy("plus")
    till_world.cancel(bought)
    till_world.advance("32d")
    till_world.receiver.wait_for("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED")
    till_world.receiver.wait_for("EXPIRED", "VOLUNTARY")


def test_expire_now(till_world: World) -> None:
    till_world.expire(till_world.buy("plus"))
    till_world.receiver.wait_for("EXPIRED")


def test_a_renewal_that_cannot_be_collected_recovers(till_world: World) -> None:
    bought = till_world.buy("plus")
    till_world.fail_billing(bought)
    till_world.advance("32d")
    till_world.receiver.wait_for("DID_FAIL_TO_RENEW")
    till_world.resolve_billing(bought)
    till_world.receiver.wait_for("DID_RENEW", "BILLING_RECOVERY")


def test_ask_to_buy_waits(till_world: World) -> None:
    till_world.verb("ask-to-buy", on=True)
    bought = till_world.buy("pro")
    assert bought.pending
    till_world.wait_idle()
    till_world.receiver.assert_none("ONE_TIME_CHARGE")


def test_a_refund_is_declined(till_world: World) -> None:
    bought = till_world.buy("coins")
    till_world.ask_refund(bought, "UNINTENDED_PURCHASE")
    till_world.decline_refund(bought)
    till_world.receiver.wait_for("REFUND_DECLINED")
    till_world.receiver.assert_order("ONE_TIME_CHARGE", "CONSUMPTION_REQUEST", "REFUND_DECLINED")


def test_a_refund_is_reversed(till_world: World) -> None:
    bought = till_world.buy("pro")
    till_world.refund(bought)
    till_world.reverse_refund(bought)
    till_world.receiver.wait_for("REFUND_REVERSED")
    till_world.receiver.assert_order("REFUND", "REFUND_REVERSED")


def test_a_share_is_refunded(till_world: World) -> None:
    till_world.refund(till_world.buy("coins"), percentage=40)
    refund = till_world.receiver.wait_for("REFUND")
    assert refund.transaction["revocationPercentage"] == 40000


def test_the_token_of_a_purchase(till_world: World) -> None:
    token = "11111111-2222-4333-8444-555555555555"
    till_world.buy("coins", token=token)
    charge = till_world.receiver.wait_for("ONE_TIME_CHARGE")
    assert charge.transaction["appAccountToken"] == token


def test_an_error_says_what_is_wrong(till_world: World) -> None:
    with pytest.raises(TillError, match="nothing-like-it") as caught:
        till_world.buy("nothing-like-it")
    assert caught.value.status >= 400
    assert caught.value.kind


def test_a_pending_purchase_has_no_transaction() -> None:
    purchase = Purchase({"message": "waits"}, "pro", True)
    with pytest.raises(TillError, match="waits"):
        _ = purchase.transaction_id


def test_a_fork_begins_with_the_history(till_world: World, till_server: TillServer) -> None:
    bought = till_world.buy("pro")
    fork = till_server.world(fork={"world": till_world.name})
    assert ids(fork) == {bought.transaction_id}
    fork.close()


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(TillError, match="no program /nowhere/till"):
        TillServer.start("/nowhere/till")


def test_a_server_that_does_not_start_says_why(till_server: TillServer) -> None:
    with pytest.raises(TillError, match=r"did not start: .*no-such-option"):
        TillServer.start(options=["--no-such-option"])


def test_a_server_with_a_token(till_server: TillServer) -> None:
    with TillServer.start(options=["--control-token", "only-for-tests"]) as own:
        with pytest.raises(TillError):
            own.world()
        world = TillServer(own.url, "only-for-tests").world()
        assert urlsplit(world.url).path == f"/worlds/{world.name}"
        assert world.verb("transactions")["transactions"] == []
