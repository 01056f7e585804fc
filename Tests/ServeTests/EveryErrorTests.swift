import AppStoreModel
import Core
import Foundation
import TestSupport
import Testing
import Verbs

@testable import Serve
@testable import Simulator

extension SimulatedAppStore {
  /// Stores as many images and messages as an app may have.
  fileprivate func fillRetention() throws {
    try write { session in
      for number in 0..<Self.mostRetentionItems {
        for kind in [RetentionKind.image, .message] { try session.keep(kind, "\(number)", [:]) }
      }
    }
  }
}

/// Tests that each error that Apple documents is answered to the request that causes it at Apple.
@Suite(.startsPrograms) struct EveryErrorTests {
  /// The errors that are sent only as faults; the guide's table of differences says why.
  private static let onlyFaults: Set<APIError> = [
    .invalidAppIdentifier, .invalidTransactionNotConsumable, .accountNotFound, .appNotFound, .appNotFoundRetryable,
    .appTransactionDoesNotExist, .forbiddenNoPassingTest, .generalInternal, .generalInternalRetryable,
  ]

  private static let consumption = "PUT v2/transactions/consumption/"
  private static let version1 = "PUT v1/transactions/consumption/"
  private static let extend = "PUT v1/subscriptions/extend/"
  private static let mass = "POST v1/subscriptions/extend/mass"
  private static let history = "GET v2/history/$coins?"
  private static let notifications = "POST v1/notifications/history"
  private static let message = "PUT v1/messaging/message/00000000-0000-4000-8000-000000000001"
  private static let `default` = "default/com.example.piglet.plus.monthly/"

  private static let terms = #""extendByDays": 1, "extendReasonCode": 1, "requestIdentifier": "r""#
  private static let consent = #""customerConsented": true, "sampleContentProvided": true"#
  private static let delivered = consent + #", "deliveryStatus": "DELIVERED""#
  private static let span = #""startDate": $start, "endDate": $end"#

  /// Requests with a body, and their errors; `$name` stands for a value of the fixture.
  private static let requests: [(error: APIError, request: String, body: String)] = [
    (.generalBadRequest, consumption + "$coins", "nonsense"),
    (.invalidRequestRevision, history + "revision=garbage", ""),
    (.invalidTransactionId, "GET v1/transactions/abc", ""),
    (.invalidOriginalTransactionId, extend + "x", "{\(terms)}"),
    (.invalidExtendByDays, extend + "$plus", #"{"extendByDays": 91}"#),
    (.invalidExtendReasonCode, extend + "$plus", #"{"extendByDays": 1, "extendReasonCode": 4}"#),
    (.invalidRequestIdentifier, extend + "$plus", #"{"extendByDays": 1, "extendReasonCode": 1}"#),
    (.startDateTooFarInPast, notifications, #"{"startDate": 1, "endDate": 2}"#),
    (.startDateAfterEndDate, history + "startDate=2&endDate=2", ""),
    (.invalidPaginationToken, notifications + "?paginationToken=x", "{\(span)}"),
    (.paginationTokenExpired, notifications + "?paginationToken=$page", "{\(span)}"),
    (.invalidStartDate, history + "startDate=x", ""), (.invalidEndDate, history + "endDate=1.5", ""),
    (.invalidNotificationType, notifications, #"{\#(span), "notificationType": "X"}"#),
    (.multipleFiltersSupplied, notifications, #"{\#(span), "notificationType": "REFUND", "transactionId": "1"}"#),
    (.invalidTestNotificationToken, "GET v1/notifications/test/x", ""), (.invalidSort, history + "sort=UP", ""),
    (.invalidProductType, history + "productType=THING", ""), (.invalidProductId, history + "productId=", ""),
    (.invalidSubscriptionGroupIdentifier, history + "subscriptionGroupIdentifier=", ""),
    (.invalidExcludeRevoked, history + "excludeRevoked=maybe", ""),
    (.invalidInAppOwnershipType, history + "inAppOwnershipType=MINE", ""),
    (.invalidRevoked, history + "revoked=maybe", ""),
    (.invalidEmptyStorefrontCountryCodeList, mass, #"{\#(terms), "productId": "p", "storefrontCountryCodes": []}"#),
    (.invalidStorefrontCountryCode, mass, #"{\#(terms), "productId": "p", "storefrontCountryCodes": ["ZZZ"]}"#),
    (.invalidStatus, "GET v1/subscriptions/$plus?status=6", ""),
    (.invalidAccountTenure, version1 + "$coins", #"{\#(consent), "accountTenure": 8}"#),
    (.invalidAppAccountToken, version1 + "$coins", #"{\#(consent), "appAccountToken": "x"}"#),
    (.invalidConsumptionStatus, version1 + "$coins", #"{\#(consent), "consumptionStatus": 4}"#),
    (.invalidLifetimeDollarsPurchased, version1 + "$coins", #"{\#(consent), "lifetimeDollarsPurchased": 8}"#),
    (.invalidLifetimeDollarsRefunded, version1 + "$coins", #"{\#(consent), "lifetimeDollarsRefunded": 8}"#),
    (.invalidPlatform, version1 + "$coins", #"{\#(consent), "platform": 3}"#),
    (.invalidPlayTime, version1 + "$coins", #"{\#(consent), "playTime": 8}"#),
    (.invalidUserStatus, version1 + "$coins", #"{\#(consent), "userStatus": 5}"#),
    (.invalidTransactionTypeNotSupported, version1 + "$premium", "{\(consent)}"),
    (.invalidCustomerConsented, consumption + "$coins", #"{"customerConsented": false}"#),
    (.invalidSampleContentProvided, consumption + "$coins", #"{"customerConsented": true}"#),
    (.invalidDeliveryStatus, consumption + "$coins", "{\(consent)}"),
    (.invalidRefundPreference, consumption + "$coins", #"{\#(delivered), "refundPreference": "GRANT_PRORATED"}"#),
    (.appTransactionIdNotSupported, "GET v1/transactions/$app", ""),
    (.consumptionPercentageOutOfRange, consumption + "$coins", #"{\#(delivered), "consumptionPercentage": 100001}"#),
    (.consumptionPercentageAutoRenewable, consumption + "$plus", #"{\#(delivered), "consumptionPercentage": 1}"#),
    (
      .undeliveredConsumptionPercentage, consumption + "$coins",
      #"{\#(consent), "deliveryStatus": "UNDELIVERED_OTHER", "consumptionPercentage": 1}"#
    ),
    (.invalidAppAccountTokenUUID, "PUT v1/transactions/$coins/appAccountToken", #"{"appAccountToken": "x"}"#),
    (.familyTransactionNotSupported, "PUT v1/transactions/$share/appAccountToken", #"{"appAccountToken": "$token"}"#),
    (
      .transactionIdNotOriginalTransactionId, "PUT v1/transactions/$renewal/appAccountToken",
      #"{"appAccountToken": "$token"}"#
    ),
    (.subscriptionExtensionIneligible, extend + "$coins", "{\(terms)}"),
    (.subscriptionMaxExtension, extend + "$plus", "{\(terms)}"),
    (.familySharedSubscriptionExtensionIneligible, extend + "$share", "{\(terms)}"),
    (.originalTransactionIdNotFound, extend + "1234", "{\(terms)}"),
    (.serverNotificationUrlNotFound, "POST v1/notifications/test", ""),
    (.testNotificationNotFound, "GET v1/notifications/test/$test", ""),
    (.statusRequestNotFound, "GET v1/subscriptions/extend/mass/p/none", ""),
    (.transactionIdNotFound, "GET v1/transactions/1234", ""),
    (.originalTransactionIdNotFoundRetryable, "GET v2/history/$late", ""),
    (.accountNotFoundRetryable, "GET v1/subscriptions/$late", ""),
    // Retention messaging
    (.invalidImage, "PUT v1/messaging/image/$uuid", "GIF89a"),
    (.badRequestImageSize, "PUT v1/messaging/image/$uuid?imageSize=TINY", "$picture"),
    (.imageAlreadyExists, "PUT v1/messaging/image/$image", "$picture"),
    (.imageInUse, "DELETE v1/messaging/image/$image", ""), (.imageNotFound, "DELETE v1/messaging/image/$uuid", ""),
    (.headerTooLong, message, #"{"header": "$long", "body": "b"}"#),
    (.bodyTooLong, message, #"{"header": "h", "body": "$long"}"#),
    (
      .altTextTooLong, message,
      #"{"header": "h", "body": "b", "image": {"imageIdentifier": "$image", "altText": "$long"}}"#
    ),
    (.tooManyBulletPoints, message, #"{"header": "h", "body": "b", "bulletPoints": [{}, {}, {}, {}, {}, {}]}"#),
    (.bulletPointTextTooLong, message, #"{"header": "h", "body": "b", "bulletPoints": [{"text": "$long"}]}"#),
    (.aboveImageRequiresAnImage, message, #"{"header": "h", "body": "b", "headerPosition": "ABOVE_IMAGE"}"#),
    (
      .imageNotApproved, message,
      #"{"header": "h", "body": "b", "image": {"imageIdentifier": "$held", "altText": "a"}}"#
    ),
    (.messageAlreadyExists, "PUT v1/messaging/message/$image", #"{"header": "h", "body": "b"}"#),
    (.messageNotFound, "DELETE v1/messaging/message/$uuid", ""),
    (.messageNotApproved, "PUT v1/messaging/\(`default`)en-US", #"{"messageIdentifier": "$held"}"#),
    (.invalidLocale, "GET v1/messaging/\(`default`)1", ""),
    (.defaultMessageNotFound, "GET v1/messaging/\(`default`)en-US", ""),
    (.badRequestRealtimeURL, "PUT v1/messaging/realtime/url", #"{"realtimeURL": "ftp://example.com"}"#),
    (.realtimeUrlNotFound, "GET v1/messaging/realtime/url", ""),
    (.invalidPerformanceTestRequest, "POST v1/messaging/performanceTest", "{}"),
    (.invalidRequestId, "GET v1/messaging/performanceTest/result/x", ""),
    (.performanceTestRunNotFound, "GET v1/messaging/performanceTest/result/$uuid", ""),
  ]

  private let shop: APIFixture
  private let values: [String: String]

  /// Makes a customer with everything that the requests name.
  init() throws {
    shop = try APIFixture()
    let store = shop.store
    for _ in 0..<20 { _ = try store.requestTestNotification() }
    let page = try #require(try store.notificationHistory().paginationToken)
    try store.reset()
    let catalogue = String(decoding: try store.catalogueBytes(), as: UTF8.self)
      .replacingOccurrences(of: #""familyShareable" : false"#, with: #""familyShareable" : true"#)
    try store.importCatalogue(Array(catalogue.utf8), name: "shared.storekit")
    try store.addAccount("child@", storefront: "USA")
    try store.joinFamily("child@", of: "new@")
    let plus = try shop.buy("com.example.piglet.plus.monthly")
    let share = try #require(try store.transactions(of: "child@", PageRequest(limit: 1)).rows.first)
    let renewal = try store.renew("com.example.piglet.plus.monthly", account: "new@").transactionId
    for _ in 0..<2 { try store.extendRenewal(of: "com.example.piglet.plus.monthly", days: 1, account: "new@") }
    let (coins, premium) = (try shop.buy("com.example.piglet.coins100"), try shop.buy("com.example.piglet.premium"))
    try store.addAccount("late@", storefront: "USA")
    try store.arm(.late, isOneShot: true)
    _ = try? store.purchase(PurchaseRequest(account: "late@", productId: "com.example.piglet.premium"))
    let late = try #require(try store.transactions(of: "late@", PageRequest(limit: 1)).rows.first)
    let (image, held) = (UUIDText.random(), UUIDText.random())
    try store.uploadImage(image, size: "FULL_SIZE")
    try store.uploadMessage(image, ["image": ["imageIdentifier": .string(image)]])
    _ = try store.perform(VerbCall(commandLine: ["retention-review", "hold"]))
    try store.uploadImage(held, size: "FULL_SIZE")
    try store.uploadMessage(held, [:])
    let now = try store.clock().now.milliseconds
    values = try [
      "app": #require(shop.transaction(coins.signed).appTransactionId), "coins": coins.id, "plus": plus.id,
      "premium": premium.id, "share": #require(share.transactionId), "renewal": renewal,
      "late": #require(late.transactionId),
      "page": page, "start": "\(now - 1000)", "end": "\(now)", "image": image, "held": held,
      "test": store.requestTestNotification().testNotificationToken, "token": UUIDText.random(),
      "uuid": UUIDText.random(), "long": String(repeating: "l", count: 200),
    ]
  }

  private func ask(_ request: String, _ body: String) throws -> (status: Int, json: JSONObject) {
    func filled(_ text: String) -> String {
      values.reduce(text) { $0.replacing("$" + $1.key, with: $1.value) }
    }
    let parts = request.split(separator: " ").map(String.init)
    let picture = RetentionMessagingTests.picture(width: 3840, height: 160)
    return try shop.ask(
      parts[0], "/inApps/" + filled(parts[1]), bytes: body == "$picture" ? picture : Array(filled(body).utf8))
  }

  private func expect(_ error: APIError, _ answer: (status: Int, json: JSONObject), _ request: String) throws {
    #expect(try answer.json.int64("errorCode") == Int64(error.code), "\(error): \(request) \(answer)")
    #expect(try answer.json.string("errorMessage") == error.message && answer.status == error.code / 10_000)
  }

  @Test func `each error that Apple documents has its cause, or is named as a difference`() throws {
    for (error, request, body) in Self.requests { try expect(error, ask(request, body), request) }
    var caused = Set(Self.requests.map(\.error))

    // A state that is one error's only.
    try shop.faults.set(["limits": "Production"])
    _ = try ask("POST v1/notifications/test", "")
    try expect(.rateLimitExceeded, ask("POST v1/notifications/test", ""), "limits")
    shop.faults.clear()
    _ = try ask("PUT v1/messaging/realtime/url", #"{"realtimeURL": "https://example.com"}"#)
    try shop.store.keepPerformanceTest(UUIDText.random(), ["result": "PENDING"])
    let test = #"{"originalTransactionId": "$plus"}"#
    try expect(.existingPerformanceTestRun, ask("POST v1/messaging/performanceTest", test), "a second test")
    try shop.store.fillRetention()
    try expect(.maximumNumberOfImagesReached, ask("PUT v1/messaging/image/$uuid", "$picture"), "images")
    try expect(.maximumNumberOfMessagesReached, ask(Self.message, #"{"header": "h", "body": "b"}"#), "messages")
    caused.formUnion([
      .rateLimitExceeded, .existingPerformanceTestRun, .maximumNumberOfImagesReached, .maximumNumberOfMessagesReached,
    ])
    #expect(Set(APIError.allCases).subtracting(caused) == Self.onlyFaults)
    #expect(caused.isDisjoint(with: Self.onlyFaults) && caused.count + Self.onlyFaults.count == 91)
  }

  @Test func `the guide names each error that is sent only as a fault`() throws {
    let guide = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Assets/Docs/serve.md")
    let text = try String(contentsOf: guide, encoding: .utf8)
    let table = try #require(text.components(separatedBy: "## Where Till differs from Apple").last)
    for error in Self.onlyFaults { #expect(table.contains("\(error.code)"), "\(error)") }
  }
}
