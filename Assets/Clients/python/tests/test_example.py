from till_client import World


def test_a_refund_reaches_the_server(till_world: World) -> None:
    bought = till_world.buy("plus")
    till_world.refund(bought)
    refund = till_world.receiver.wait_for("REFUND")
    assert refund.transaction["transactionId"] == bought.transaction_id
