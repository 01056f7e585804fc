"""Tests of Apple's own client and verifier with a world."""

from __future__ import annotations

import pytest

from till_client import World

pytest.importorskip("appstoreserverlibrary")

from appstoreserverlibrary.api_client import APIException
from appstoreserverlibrary.models.ConsumptionRequest import ConsumptionRequest
from appstoreserverlibrary.models.DeliveryStatus import DeliveryStatus

CONSUMPTION = ConsumptionRequest(
    customerConsented=True, sampleContentProvided=False, deliveryStatus=DeliveryStatus.DELIVERED
)


def test_a_transaction_is_read_and_verified(till_world: World) -> None:
    bought = till_world.buy("pro")
    signed = till_world.api.get_transaction_info(bought.transaction_id).signedTransactionInfo
    assert signed is not None
    assert till_world.verifier.verify_and_decode_signed_transaction(signed).productId == "pro"


@pytest.mark.till(environment="Production", app_apple_id=1234567)
def test_production(till_world: World) -> None:
    till_world.buy("plus")
    first = till_world.receiver.wait_for("SUBSCRIBED", "INITIAL_BUY")
    payload = till_world.verifier.verify_and_decode_notification(first.signed_payload)
    assert payload.data is not None
    assert payload.data.appAppleId == 1234567


def test_all_statuses(till_world: World) -> None:
    bought = till_world.buy("plus")
    answer = till_world.api.get_all_subscription_statuses(bought.transaction_id)
    assert answer.data is not None
    assert answer.data[0].lastTransactions is not None
    assert answer.data[0].lastTransactions[0].originalTransactionId == bought.transaction_id


def test_a_fault_strikes_once(till_world: World) -> None:
    bought = till_world.buy("pro")
    till_world.fault("/inApps/v1/transactions", errorCode=4040010, times=1)
    with pytest.raises(APIException) as caught:
        till_world.api.get_transaction_info(bought.transaction_id)
    assert caught.value.raw_api_error == 4040010
    assert till_world.api.get_transaction_info(bought.transaction_id).signedTransactionInfo


def test_a_fault_that_is_cleared(till_world: World) -> None:
    till_world.faults([{"path": "/inApps", "status": 500}])
    with pytest.raises(APIException):
        till_world.api.request_test_notification()
    till_world.clear_faults()
    assert till_world.api.request_test_notification().testNotificationToken
    till_world.receiver.wait_for("TEST")


def test_the_requests_are_kept(till_world: World) -> None:
    bought = till_world.buy("coins")
    assert till_world.requests(method="PUT") == []
    till_world.ask_refund(bought)
    till_world.receiver.wait_for("CONSUMPTION_REQUEST")
    till_world.api.send_consumption_information(bought.transaction_id, CONSUMPTION)
    (sent,) = till_world.requests(method="PUT", transaction=bought.transaction_id)
    assert sent["status"] == 202
    assert sent["body"]["customerConsented"] is True
