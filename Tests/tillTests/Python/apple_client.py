"""Tests `till serve` with Apple's own client: every call, with every signed answer verified.

Usage: apple_client.py SERVE.json TRANSACTIONS.json

The first file is the output of `till serve --json`; the second contains ids of the demo data. Prints a line for each
call, and exits with 1 at the first failure.
"""

import json
import os
import sys
import time
import urllib.request
import uuid

os.environ["NO_PROXY"] = "*"

from appstoreserverlibrary.api_client import APIError, APIException, AppStoreServerAPIClient, GetTransactionHistoryVersion
from appstoreserverlibrary.models.BulletPoint import BulletPoint
from appstoreserverlibrary.models.ConsumptionRequest import ConsumptionRequest
from appstoreserverlibrary.models.ConsumptionRequestV1 import ConsumptionRequestV1
from appstoreserverlibrary.models.DefaultConfigurationRequest import DefaultConfigurationRequest
from appstoreserverlibrary.models.DeliveryStatus import DeliveryStatus
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.ExtendReasonCode import ExtendReasonCode
from appstoreserverlibrary.models.ExtendRenewalDateRequest import ExtendRenewalDateRequest
from appstoreserverlibrary.models.HeaderPosition import HeaderPosition
from appstoreserverlibrary.models.ImageSize import ImageSize
from appstoreserverlibrary.models.ImageState import ImageState
from appstoreserverlibrary.models.InAppOwnershipType import InAppOwnershipType
from appstoreserverlibrary.models.MassExtendRenewalDateRequest import MassExtendRenewalDateRequest
from appstoreserverlibrary.models.MessageState import MessageState
from appstoreserverlibrary.models.NotificationHistoryRequest import NotificationHistoryRequest
from appstoreserverlibrary.models.NotificationTypeV2 import NotificationTypeV2
from appstoreserverlibrary.models.OrderLookupStatus import OrderLookupStatus
from appstoreserverlibrary.models.PerformanceTestRequest import PerformanceTestRequest
from appstoreserverlibrary.models.PerformanceTestStatus import PerformanceTestStatus
from appstoreserverlibrary.models.RealtimeUrlRequest import RealtimeUrlRequest
from appstoreserverlibrary.models.RefundPreference import RefundPreference
from appstoreserverlibrary.models.Status import Status
from appstoreserverlibrary.models.Subtype import Subtype
from appstoreserverlibrary.models.TransactionHistoryRequest import Order, ProductType, TransactionHistoryRequest
from appstoreserverlibrary.models.UpdateAppAccountTokenRequest import UpdateAppAccountTokenRequest
from appstoreserverlibrary.models.UploadMessageImage import UploadMessageImage
from appstoreserverlibrary.models.UploadMessageRequestBody import UploadMessageRequestBody
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier

serve = json.load(open(sys.argv[1]))
ids = json.load(open(sys.argv[2]))
private_key = open(serve["privateKeyFile"], "rb").read()
root = open(serve["rootCertificateFile"], "rb").read()


def make_client(key=private_key, key_id=serve["keyId"], issuer=serve["issuerId"], bundle=serve["bundleId"]):
    client = AppStoreServerAPIClient(key, key_id, issuer, bundle, Environment.LOCAL_TESTING)
    client._base_url = serve["url"]
    return client


class Recorder:
    """A client that records the names of calls that succeeded, and of calls that failed with one of Apple's errors."""

    def __init__(self, client):
        self.client, self.succeeded, self.failed = client, set(), set()

    def __getattr__(self, name):
        call = getattr(self.client, name)

        def recorded(*arguments):
            try:
                answer = call(*arguments)
            except APIException as exception:
                if exception.api_error:
                    self.failed.add(name)
                raise
            self.succeeded.add(name)
            return answer

        return recorded


client = Recorder(make_client())
environment = Environment(serve["environment"])
verifier = SignedDataVerifier([root], False, environment, serve["bundleId"], serve.get("appAppleId"))


def order_number(transaction_id):
    """Returns the order number on the invoice: the transaction id in base 32."""
    digits, number, rest = "0123456789ABCDEFGHJKMNPQRSTVWXYZ", "", int(transaction_id)
    while rest:
        number, rest = digits[rest % 32] + number, rest // 32
    return "TILL" + number


def check(name, truth):
    if not truth:
        sys.exit(f"WRONG {name}")
    print(f"ok {name}", flush=True)


def refused(name, error, call):
    """Checks that a call fails with one of Apple's errors."""
    try:
        call()
    except APIException as exception:
        check(f"{name}: {error.name}", exception.api_error == error and exception.error_message)
        return
    check(f"{name}: must fail", False)


def transactions_of(signed):
    return [verifier.verify_and_decode_signed_transaction(text) for text in signed]


def history(request, version=GetTransactionHistoryVersion.V2, of=ids["original"]):
    found, revision, pages = [], None, 0
    while True:
        page = client.get_transaction_history(of, revision, request, version)
        check("a page has at most 20", len(page.signedTransactions) <= 20)
        found += transactions_of(page.signedTransactions)
        revision, pages = page.revision, pages + 1
        if not page.hasMore:
            again = client.get_transaction_history(of, revision, request, version)
            check("nothing follows the last revision", again.signedTransactions == [] and not again.hasMore)
            return found


# Transactions
info = verifier.verify_and_decode_signed_transaction(
    client.get_transaction_info(ids["original"]).signedTransactionInfo)
check("get_transaction_info", info.transactionId == ids["original"])
app = verifier.verify_and_decode_app_transaction(
    client.get_app_transaction_info(info.appTransactionId).signedAppTransactionInfo)
check("get_app_transaction_info", app.appTransactionId == info.appTransactionId)
everything = history(TransactionHistoryRequest(sort=Order.ASCENDING))
check("get_transaction_history", ids["original"] in [one.transactionId for one in everything])
backwards = history(TransactionHistoryRequest(sort=Order.DESCENDING))
check("sort", [one.transactionId for one in backwards] == [one.transactionId for one in reversed(everything)])
by_app = history(TransactionHistoryRequest(), of=info.appTransactionId)
check("any id", len(by_app) == len(everything))
check("version 1", len(history(TransactionHistoryRequest(), GetTransactionHistoryVersion.V1)) <= len(everything))
some = history(
    TransactionHistoryRequest(
        startDate=info.purchaseDate, endDate=info.purchaseDate + 1, productIds=[info.productId, "com.example.other"],
        productTypes=[ProductType.AUTO_RENEWABLE, ProductType.NON_CONSUMABLE], sort=Order.ASCENDING,
        inAppOwnershipType=InAppOwnershipType.PURCHASED, revoked=info.revocationDate is not None))
check("filters", [one.transactionId for one in some] == [ids["original"]])
revoked = history(TransactionHistoryRequest(revoked=True), of=ids["refunded"])
check("revoked", [one.transactionId for one in revoked] == [ids["refunded"]])

# Subscriptions
statuses = client.get_all_subscription_statuses(ids["subscription"])
item = statuses.data[0].lastTransactions[0]
latest = verifier.verify_and_decode_signed_transaction(item.signedTransactionInfo)
renewal = verifier.verify_and_decode_renewal_info(item.signedRenewalInfo)
check("get_all_subscription_statuses", renewal.originalTransactionId == latest.originalTransactionId)
check("status", item.status == Status.BILLING_GRACE_PERIOD and statuses.environment == environment)
check("status filter", client.get_all_subscription_statuses(ids["subscription"], [Status.EXPIRED]).data == [])

# Refunds and invoices
refunds = client.get_refund_history(ids["refunded"], None)
check("get_refund_history", [one.transactionId for one in transactions_of(refunds.signedTransactions)] == [ids["refunded"]])
check("its revision", client.get_refund_history(ids["refunded"], refunds.revision).signedTransactions == [])
check("an empty revision", len(client.get_refund_history(ids["refunded"], "").signedTransactions) == 1)
order = client.look_up_order_id(order_number(ids["original"]))
check("look_up_order_id", order.status == OrderLookupStatus.VALID)
check("its transactions", [one.transactionId for one in transactions_of(order.signedTransactions)] == [ids["original"]])
check("an unknown order", client.look_up_order_id("W002182").status == OrderLookupStatus.INVALID)

# Changes
token = str(uuid.uuid4())
client.set_app_account_token(ids["original"], UpdateAppAccountTokenRequest(appAccountToken=token))
info = verifier.verify_and_decode_signed_transaction(
    client.get_transaction_info(ids["original"]).signedTransactionInfo)
check("set_app_account_token", info.appAccountToken == token)
client.finish_transaction(ids["original"])
client.finish_transaction(ids["original"])
check("finish_transaction", True)
client.send_consumption_information(
    ids["subscription"],
    ConsumptionRequest(
        customerConsented=True, sampleContentProvided=False, deliveryStatus=DeliveryStatus.DELIVERED,
        refundPreference=RefundPreference.GRANT_PRORATED))
check("send_consumption_information", True)
client.send_consumption_information(
    ids["refunded"],
    ConsumptionRequest(customerConsented=True, sampleContentProvided=False, deliveryStatus=DeliveryStatus.DELIVERED))
check("send_consumption_information of a non-consumable", True)
refused(
    "send_consumption_data of a non-consumable", APIError.INVALID_TRANSACTION_TYPE_NOT_SUPPORTED,
    lambda: client.send_consumption_data(
        ids["refunded"], ConsumptionRequestV1(customerConsented=True, sampleContentProvided=False)))
client.send_consumption_data(ids["consumable"], ConsumptionRequestV1(customerConsented=True, sampleContentProvided=False))
check("send_consumption_data", True)

# Renewal dates
def extension_request(days, name=None):
    return ExtendRenewalDateRequest(
        extendByDays=days, extendReasonCode=ExtendReasonCode.CUSTOMER_SATISFACTION,
        requestIdentifier=name or str(uuid.uuid4()))


extension = client.extend_subscription_renewal_date(ids["running"], extension_request(10))
check("extend_subscription_renewal_date", extension.success and extension.effectiveDate > time.time() * 1000)
extended = verifier.verify_and_decode_signed_transaction(
    client.get_all_subscription_statuses(ids["running"], [Status.ACTIVE]).data[0].lastTransactions[0]
    .signedTransactionInfo)
check("its effective date", extended.expiresDate == extension.effectiveDate)
check("its item", extended.webOrderLineItemId == extension.webOrderLineItemId)
request_id = str(uuid.uuid4())
mass_request = MassExtendRenewalDateRequest(
    extendByDays=5, extendReasonCode=ExtendReasonCode.SERVICE_ISSUE_OR_OUTAGE, requestIdentifier=request_id,
    storefrontCountryCodes=["USA", "CHN"], productId=ids["runningProduct"])
mass = client.extend_renewal_date_for_all_active_subscribers(mass_request)
check("extend_renewal_date_for_all_active_subscribers", mass.requestIdentifier == request_id)
status = client.get_status_of_subscription_renewal_date_extensions(request_id, ids["runningProduct"])
check("get_status_of_subscription_renewal_date_extensions", status.complete and status.succeededCount == 1)
check("those who cannot be extended are counted", status.failedCount == 1)
refused(
    "an unknown mass extension", APIError.STATUS_REQUEST_NOT_FOUND,
    lambda: client.get_status_of_subscription_renewal_date_extensions(str(uuid.uuid4()), ids["runningProduct"]))
refused(
    "a third extension in a year", APIError.SUBSCRIPTION_MAX_EXTENSION,
    lambda: client.extend_subscription_renewal_date(ids["running"], extension_request(1)))
refused(
    "91 days", APIError.INVALID_EXTEND_BY_DAYS,
    lambda: client.extend_subscription_renewal_date(ids["running"], extension_request(91)))
refused(
    "a long name", APIError.INVALID_REQUEST_IDENTIFIER,
    lambda: client.extend_subscription_renewal_date(ids["running"], extension_request(1, "x" * 129)))
refused(
    "a subscription in billing retry or grace", APIError.SUBSCRIPTION_EXTENSION_INELIGIBLE,
    lambda: client.extend_subscription_renewal_date(ids["subscription"], extension_request(1)))
refused(
    "a renewal's id", APIError.ORIGINAL_TRANSACTION_ID_NOT_FOUND,
    lambda: client.extend_subscription_renewal_date(ids["renewal"], extension_request(1)))

# Notifications
test = client.request_test_notification()
for _ in range(600):
    try:
        answer = client.get_test_notification_status(test.testNotificationToken)
        break
    except APIException as exception:
        check("waits for the notification", exception.api_error == APIError.TEST_NOTIFICATION_NOT_FOUND)
        time.sleep(0.1)
notification = verifier.verify_and_decode_notification(answer.signedPayload)
check("request_test_notification", notification.notificationType == NotificationTypeV2.TEST)
check("get_test_notification_status", len(answer.sendAttempts) >= 1)
now = int(time.time() * 1000)
whole, page_token = [], None
while True:
    page = client.get_notification_history(
        page_token, NotificationHistoryRequest(startDate=now - 90 * 86_400_000, endDate=now + 86_400_000))
    whole += [verifier.verify_and_decode_notification(one.signedPayload) for one in page.notificationHistory]
    page_token = page.paginationToken
    if not page.hasMore:
        break
check("get_notification_history", len(whole) >= 4)
for one in whole:
    if not one.data:
        continue
    if one.data.signedTransactionInfo:
        verifier.verify_and_decode_signed_transaction(one.data.signedTransactionInfo)
    if one.data.signedRenewalInfo:
        verifier.verify_and_decode_renewal_info(one.data.signedRenewalInfo)
check("what notifications carry", True)
extensions = [one for one in whole if one.notificationType == NotificationTypeV2.RENEWAL_EXTENDED]
check("a notification for each extension", len(extensions) == 2)
ends = [one for one in whole if one.notificationType == NotificationTypeV2.RENEWAL_EXTENSION]
check("the mass extension's notifications", {one.subtype for one in ends} == {Subtype.SUMMARY, Subtype.FAILURE})
summary = next(one.summary for one in ends if one.subtype == Subtype.SUMMARY)
check("its summary", (summary.requestIdentifier, summary.succeededCount) == (request_id, 1))
check("its storefronts", summary.storefrontCountryCodes == ["USA", "CHN"] and summary.failedCount == 1)

# Errors
refused("unknown id", APIError.TRANSACTION_ID_NOT_FOUND, lambda: client.get_transaction_info("1234"))
refused("no id", APIError.INVALID_TRANSACTION_ID, lambda: client.get_transaction_info("abc"))
refused(
    "wrong revision", APIError.INVALID_REQUEST_REVISION,
    lambda: client.get_transaction_history(ids["original"], "revision_output", TransactionHistoryRequest()))
refused(
    "dates the wrong way", APIError.START_DATE_AFTER_END_DATE,
    lambda: client.get_transaction_history(ids["original"], None, TransactionHistoryRequest(startDate=2, endDate=1)))
refused(
    "not an original", APIError.TRANSACTION_ID_IS_NOT_ORIGINAL_TRANSACTION_ID_ERROR,
    lambda: client.set_app_account_token(ids["renewal"], UpdateAppAccountTokenRequest(appAccountToken=token)))
refused(
    "no token", APIError.INVALID_APP_ACCOUNT_TOKEN_UUID_ERROR,
    lambda: client.set_app_account_token(ids["original"], UpdateAppAccountTokenRequest(appAccountToken="x")))
refused(
    "two filters", APIError.MULTIPLE_FILTERS_SUPPLIED,
    lambda: client.get_notification_history(
        None,
        NotificationHistoryRequest(
            startDate=1, endDate=2, transactionId=ids["original"], notificationType=NotificationTypeV2.REFUND)))

# Retention messaging
png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x0f\0\0\0\0\xa0\x08\x02" + bytes(7)
image, small, message = uuid.uuid4(), uuid.uuid4(), uuid.uuid4()
client.upload_image(image, png)
client.upload_image(small, png, ImageSize.BULLET_POINT)
images = {one.imageIdentifier: one for one in client.get_image_list().imageIdentifiers}
check("upload_image, get_image_list", images[image].imageState == ImageState.APPROVED
      and images[image].imageSize == ImageSize.FULL_SIZE and images[small].imageSize == ImageSize.BULLET_POINT)
refused("the same image", APIError.IMAGE_ALREADY_EXISTS, lambda: client.upload_image(image, png))
refused("no picture", APIError.INVALID_IMAGE, lambda: client.upload_image(uuid.uuid4(), b"GIF89a"))


def text(header="Stay", body="There is more to come.", **more):
    return UploadMessageRequestBody(header=header, body=body, **more)


client.upload_message(message, text(
    image=UploadMessageImage(imageIdentifier=image, altText="a piglet"), headerPosition=HeaderPosition.ABOVE_IMAGE,
    bulletPoints=[BulletPoint(text="coins", imageIdentifier=small, altText="a coin")]))
messages = {one.messageIdentifier: one.messageState for one in client.get_message_list().messageIdentifiers}
check("upload_message, get_message_list", messages == {message: MessageState.APPROVED})
refused("the same message", APIError.MESSAGE_ALREADY_EXISTS, lambda: client.upload_message(message, text()))
refused(
    "a header above no image", APIError.BAD_REQUEST_ABOVE_IMAGE_REQUIRES_AN_IMAGE,
    lambda: client.upload_message(uuid.uuid4(), text(headerPosition=HeaderPosition.ABOVE_IMAGE)))
refused(
    "an image that is not there", APIError.IMAGE_NOT_FOUND,
    lambda: client.upload_message(
        uuid.uuid4(), text(image=UploadMessageImage(imageIdentifier=uuid.uuid4(), altText="nothing"))))
refused("an image in use", APIError.IMAGE_IN_USE, lambda: client.delete_image(image))

product = ids["runningProduct"]
client.configure_default_message(product, "en-US", DefaultConfigurationRequest(messageIdentifier=message))
check("get_default_message", client.get_default_message(product, "en-US").messageIdentifier == message)
refused(
    "another locale", APIError.DEFAULT_MESSAGE_NOT_FOUND, lambda: client.get_default_message(product, "de-DE"))
refused("no locale", APIError.INVALID_LOCALE, lambda: client.get_default_message(product, "1"))
refused(
    "no message", APIError.MESSAGE_NOT_FOUND,
    lambda: client.configure_default_message(
        product, "en-US", DefaultConfigurationRequest(messageIdentifier=uuid.uuid4())))
client.delete_default_message(product, "en-US")
refused(
    "a default that is gone", APIError.DEFAULT_MESSAGE_NOT_FOUND,
    lambda: client.delete_default_message(product, "en-US"))

refused("no URL", APIError.REALTIME_URL_NOT_FOUND, client.get_realtime_url)
refused(
    "a bad URL", APIError.BAD_REQUEST_REALTIME_URL,
    lambda: client.configure_realtime_url(RealtimeUrlRequest(realtimeURL="ftp://example.com")))
refused(
    "a test without URL", APIError.REALTIME_URL_NOT_FOUND,
    lambda: client.initiate_performance_test(PerformanceTestRequest(originalTransactionId=ids["running"])))
client.configure_realtime_url(RealtimeUrlRequest(realtimeURL=ids["realtime"]))
check("get_realtime_url", client.get_realtime_url().realtimeURL == ids["realtime"])
refused(
    "a test of nothing", APIError.ORIGINAL_TRANSACTION_ID_NOT_FOUND,
    lambda: client.initiate_performance_test(PerformanceTestRequest(originalTransactionId="1")))
test = client.initiate_performance_test(PerformanceTestRequest(originalTransactionId=ids["running"]))
check("initiate_performance_test", test.config.totalRequests > 0)
for _ in range(200):
    result = client.get_performance_test_results(test.requestId)
    if result.result != PerformanceTestStatus.PENDING:
        break
    time.sleep(0.05)
check("get_performance_test_results", result.result == PerformanceTestStatus.PASS and result.successRate == 100
      and result.numPending == 0 and result.target == ids["realtime"])
refused(
    "no such test", APIError.PERFORMANCE_TEST_RUN_NOT_FOUND,
    lambda: client.get_performance_test_results(str(uuid.uuid4())))
refused("no test id", APIError.INVALID_REQUEST_ID, lambda: client.get_performance_test_results("x"))
client.delete_realtime_url()
refused("a URL that is gone", APIError.REALTIME_URL_NOT_FOUND, client.delete_realtime_url)
client.delete_message(message)
refused("a message that is gone", APIError.MESSAGE_NOT_FOUND, lambda: client.delete_message(message))
client.delete_image(image)
refused("an image that is gone", APIError.IMAGE_NOT_FOUND, lambda: client.delete_image(image))

# Calls that have not failed above: with unknown ids, or, where Apple has no error for that, with its rate limit.
unknown = "999999999999999"
for name, error, call in [
    ("get_app_transaction_info", APIError.TRANSACTION_ID_NOT_FOUND, lambda: client.get_app_transaction_info(unknown)),
    ("get_all_subscription_statuses", APIError.TRANSACTION_ID_NOT_FOUND,
     lambda: client.get_all_subscription_statuses(unknown)),
    ("get_refund_history", APIError.TRANSACTION_ID_NOT_FOUND, lambda: client.get_refund_history(unknown, None)),
    ("finish_transaction", APIError.TRANSACTION_ID_NOT_FOUND, lambda: client.finish_transaction(unknown)),
    ("send_consumption_information", APIError.INVALID_CUSTOMER_CONSENTED,
     lambda: client.send_consumption_information(
         ids["refunded"],
         ConsumptionRequest(
             customerConsented=False, sampleContentProvided=False, deliveryStatus=DeliveryStatus.DELIVERED))),
    ("extend_renewal_date_for_all_active_subscribers", APIError.INVALID_PRODUCT_ID,
     lambda: client.extend_renewal_date_for_all_active_subscribers(
         MassExtendRenewalDateRequest(
             extendByDays=5, extendReasonCode=ExtendReasonCode.OTHER, requestIdentifier="x",
             productId="com.example.none"))),
    ("get_test_notification_status", APIError.INVALID_TEST_NOTIFICATION_TOKEN,
     lambda: client.get_test_notification_status("x")),
]:
    refused(name, error, call)


def fault(body):
    request = urllib.request.Request(
        serve["url"] + "/till/v1/faults", json.dumps(body).encode(), {"Content-Type": "application/json"}, method="PUT")
    urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request).read()


for name, call in [
    ("look_up_order_id", lambda: client.look_up_order_id("W002182")),
    ("request_test_notification", client.request_test_notification),
    ("get_image_list", client.get_image_list), ("get_message_list", client.get_message_list),
]:
    fault({"faults": [{"errorCode": 4290000, "times": 1}]})
    refused(name, APIError.RATE_LIMIT_EXCEEDED, call)

# Callers without access
for name, stranger in [
    ("another issuer", make_client(issuer=str(uuid.uuid4()))), ("another key id", make_client(key_id="ABCDEFGHIJ")),
    ("another app", make_client(bundle="com.example.other")),
]:
    try:
        stranger.get_transaction_info(ids["original"])
        check(name, False)
    except APIException as exception:
        check(f"401 for {name}", exception.http_status_code == 401 and exception.api_error is None)

every = {name for name in dir(AppStoreServerAPIClient) if not name.startswith("_")}
check(f"no call is left out: {sorted(every - client.succeeded)}", every == client.succeeded)
check(f"each fails with Apple's code: {sorted(every - client.failed)}", every == client.failed)
print("all calls done")
