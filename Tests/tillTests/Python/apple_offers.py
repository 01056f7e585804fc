"""Buys offers at `till serve` through its control API, signed with Apple's own signature creators."""

import json
import sys
import time
import urllib.error
import urllib.request
import uuid

from appstoreserverlibrary.jws_signature_creator import (
    IntroductoryOfferEligibilitySignatureCreator,
    PromotionalOfferV2SignatureCreator,
)
from appstoreserverlibrary.promotional_offer import PromotionalOfferSignatureCreator

serve = json.load(open(sys.argv[1]))
key = open(serve["privateKeyFile"], "rb").read()
ids = (key, serve["keyId"], serve["issuerId"], serve["bundleId"])
product, offer = "com.example.silver", "comeback"


def control(verb, body):
    request = urllib.request.Request(
        serve["url"] + "/till/v1/verb/" + verb,
        json.dumps(body).encode(),
        {"Content-Type": "application/json"},
    )
    try:
        return json.load(urllib.request.urlopen(request))
    except urllib.error.HTTPError as problem:
        return json.load(problem)


def lapse():
    control("expire", {"subscription": product})


def buy(**offer_members):
    answer = control("buy", {"product": product, **offer_members})
    if "error" in answer:
        return answer["error"]["message"]
    lapse()
    return "bought"


first = control("buy", {"product": product})["transactionId"]
lapse()
promotional = PromotionalOfferV2SignatureCreator(*ids)
for transaction in (None, first):
    print("version 2:", buy(offerJWS=promotional.create_signature(product, offer, transaction)))
print("other offer:", buy(offer=offer, offerJWS=promotional.create_signature(product, "other", first)))
print("other customer:", buy(offerJWS=promotional.create_signature(product, offer, "2000000000000001")))
foreign = PromotionalOfferV2SignatureCreator(ids[0], ids[1], "another-issuer", ids[3])
print("other issuer:", buy(offerJWS=foreign.create_signature(product, offer, first)))

eligible = IntroductoryOfferEligibilitySignatureCreator(*ids)
trial = "com.example.trial"
answer = control("buy", {"product": trial, "offerJWS": eligible.create_signature(trial, True, first)})
print("introductory:", "bought" if "transactionId" in answer else answer)
answer = control("buy", {"product": "com.example.upfront", "offerJWS": eligible.create_signature(trial, True, first)})
print("other product:", answer["error"]["message"])

version1 = PromotionalOfferSignatureCreator(key, serve["keyId"], serve["bundleId"])
nonce, now = uuid.uuid4(), int(time.time() * 1000)
token = str(uuid.uuid4())
signature = {
    "keyId": serve["keyId"], "nonce": str(nonce), "timestamp": now,
    "signature": version1.create_signature(product, offer, token, nonce, now),
}
print("no token:", buy(offer=offer, signature=signature))
print("version 1:", buy(offer=offer, signature=signature, token=token))
print("again:", buy(offer=offer, signature=signature, token=token))
