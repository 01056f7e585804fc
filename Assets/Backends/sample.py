#!/usr/bin/env python3
"""A sample backend for Till: till --backend exec:Assets/Backends/sample.py --environment Xcode

It speaks JSON-RPC 2.0 on standard input and output, one object on each line; protocol.schema.json describes the
protocol. It keeps the purchases in one JSON file (SAMPLE_BACKEND_FILE, else sample-backend.json in the directory for
temporary files). It signs as Xcode's local testing does: its signatures prove nothing, and Till says so.
"""
import base64
import json
import os
import sys
import tempfile
import time

FILE = os.environ.get("SAMPLE_BACKEND_FILE", os.path.join(tempfile.gettempdir(), "sample-backend.json"))
BUNDLE = "com.example.sample"
PRODUCTS = [
    {"productId": BUNDLE + ".lamp", "type": "Non-Consumable", "displayName": "Lamp", "description": "Light at last.",
     "price": 1990, "currency": "USD", "displayPrice": "$1.99", "familyShareable": False},
    {"productId": BUNDLE + ".oil", "type": "Consumable", "displayName": "Oil", "description": "Burns for a night.",
     "price": 990, "currency": "USD", "displayPrice": "$0.99", "familyShareable": False},
]


class Failure(Exception):
    """An error for Till: one of StoreKit's kinds, and a message for a person."""

    def __init__(self, kind, message):
        super().__init__(message)
        self.kind = kind


def load():
    try:
        with open(FILE, encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return {"changes": 0, "transactions": []}


def save(book):
    book["changes"] += 1
    with open(FILE + ".new", "w", encoding="utf-8") as file:
        json.dump(book, file)
    os.replace(FILE + ".new", FILE)


def signed(row):
    """Returns a transaction in the form of a signed one, without the members that only this backend uses."""
    payload = {name: value for name, value in row.items() if name not in ("account", "change", "finished")}
    parts = [json.dumps({"alg": "ES256", "kid": "sample", "typ": "JWT"}), json.dumps(payload), "\0" * 64]
    return ".".join(base64.urlsafe_b64encode(part.encode()).rstrip(b"=").decode() for part in parts)


def page(rows, book, revision):
    after = int(revision or 0)
    news = sorted((row for row in rows if row["change"] > after), key=lambda row: row["change"])
    return {"signedTransactions": [signed(row) for row in news], "revision": str(book["changes"]), "hasMore": False,
            "listsAll": True}


def purchase(book, p):
    product = next((one for one in PRODUCTS if one["productId"] == p["productId"]), None)
    if product is None:
        raise Failure("productUnavailable", "there is no product " + p["productId"])
    mine = [row for row in book["transactions"] if row["account"] == p["account"]]
    for row in mine:
        if row["productId"] == p["productId"] and row["type"] == "Non-Consumable" and "revocationDate" not in row:
            return {"result": "success", "signedTransaction": signed(row), "alreadyOwned": True}
    now, number = int(time.time() * 1000), str(1000 + len(book["transactions"]))
    row = {"account": p["account"], "change": book["changes"] + 1, "finished": False, "transactionId": number,
           "originalTransactionId": number, "bundleId": BUNDLE, "environment": "Xcode",
           "productId": p["productId"], "type": product["type"], "quantity": p["quantity"], "purchaseDate": now,
           "originalPurchaseDate": now, "signedDate": now, "inAppOwnershipType": "PURCHASED",
           "price": product["price"] * p["quantity"], "currency": "USD"}
    if "appAccountToken" in p:
        row["appAccountToken"] = p["appAccountToken"]
    book["transactions"].append(row)
    save(book)
    return {"result": "success", "signedTransaction": signed(row), "alreadyOwned": False}


def answer(method, p):
    book = load()
    mine = [row for row in book["transactions"] if row["account"] == p.get("account")]
    if method == "initialize":
        return {"protocol": 1, "environment": "Xcode", "bundleId": BUNDLE,
                "capabilities": {"askRefund": "the sample has no refunds"}}
    if method == "clock":
        return {}
    if method == "accounts":
        return {"accounts": [{"name": "ann@", "note": "", "storefront": "USA"},
                             {"name": "bob@", "note": "", "storefront": "USA"}]}
    if method == "products":
        return {"products": PRODUCTS, "unknownIds": [], "canMakePayments": True}
    if method == "purchase":
        return purchase(book, p)
    if method == "unfinished":
        return {"signed": [signed(row) for row in mine if not row["finished"]]}
    if method == "finish":
        for row in mine:
            row["finished"] = row["finished"] or row["transactionId"] == p["transactionId"]
        save(book)
        return {}
    if method == "history":
        return page(mine, book, p.get("revision"))
    if method == "refundHistory":
        return page([row for row in mine if "revocationDate" in row], book, p.get("revision"))
    if method == "renewalInfos":
        return {"signed": []}
    raise Failure("unsupported", "the sample cannot " + method)


for line in sys.stdin:
    request = json.loads(line)
    reply = {"jsonrpc": "2.0", "id": request.get("id")}
    try:
        reply["result"] = answer(request["method"], request.get("params", {}))
    except Failure as failure:
        reply["error"] = {"code": -32000, "message": str(failure), "data": {"kind": failure.kind}}
    print(json.dumps(reply), flush=True)
