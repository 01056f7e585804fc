import AppStoreModel
import Core

/// The errors of the App Store Server API, under the names in Apple's libraries.
///
/// The raw value is Apple's number (seven digits, of which the first three are the HTTP status) and message.
enum APIError: String, Error, CaseIterable {
  case generalBadRequest = "4000000 Bad request."
  case invalidAppIdentifier = "4000002 Invalid request app identifier."
  case invalidRequestRevision = "4000005 Invalid request revision."
  case invalidTransactionId = "4000006 Invalid transaction id."
  case invalidOriginalTransactionId = "4000008 Invalid original transaction id."
  case invalidExtendByDays = "4000009 Invalid extend by days value."
  case invalidExtendReasonCode = "4000010 Invalid extend reason code."
  case invalidRequestIdentifier = "4000011 Invalid request identifier."
  case startDateTooFarInPast = "4000012 Invalid request. The start date is earlier than the allowed start date."
  case startDateAfterEndDate = """
    4000013 Invalid request. The end date precedes the start date or the dates are the same.
    """
  case invalidPaginationToken = "4000014 Invalid request. The pagination token is invalid."
  case invalidStartDate = """
    4000015 Invalid request. The start date is not a timestamp value represented in milliseconds.
    """
  case invalidEndDate = "4000016 Invalid request. The end date is not a timestamp value represented in milliseconds."
  case paginationTokenExpired = "4000017 Invalid request. The pagination token is expired."
  case invalidNotificationType = "4000018 Invalid request. The notification type or subtype is invalid."
  case multipleFiltersSupplied = """
    4000019 Invalid request. Supply either a transaction id or a notification type, but not both.
    """
  case invalidTestNotificationToken = "4000020 Invalid request. The test notification token is invalid."
  case invalidSort = "4000021 Invalid request. The sort parameter is invalid."
  case invalidProductType = "4000022 Invalid request. The product type parameter is invalid."
  case invalidProductId = "4000023 Invalid request. The product id parameter is invalid."
  case invalidSubscriptionGroupIdentifier = """
    4000024 Invalid request. The subscription group identifier parameter is invalid.
    """
  case invalidExcludeRevoked = "4000025 Invalid request. The exclude revoked parameter is invalid."
  case invalidInAppOwnershipType = "4000026 Invalid request. The in-app ownership type parameter is invalid."
  case invalidEmptyStorefrontCountryCodeList = """
    4000027 Invalid request. If provided, the list of storefront country codes must not be empty.
    """
  case invalidStorefrontCountryCode = "4000028 Invalid request. A storefront country code was invalid."
  case invalidRevoked = "4000030 Invalid request. The revoked parameter is invalid."
  case invalidStatus = "4000031 Invalid request. The status parameter is invalid."
  case invalidAccountTenure = "4000032 Invalid request. The account tenure field is invalid."
  case invalidAppAccountToken = """
    4000033 Invalid request. The app account token field must contain a valid UUID or an empty string.
    """
  case invalidConsumptionStatus = "4000034 Invalid request. The consumption status field is invalid."
  case invalidCustomerConsented = """
    4000035 Invalid request. The customer consented field is required and must indicate the customer consented.
    """
  case invalidDeliveryStatus = "4000036 Invalid request. The delivery status field is invalid."
  case invalidLifetimeDollarsPurchased = "4000037 Invalid request. The lifetime dollars purchased field is invalid."
  case invalidLifetimeDollarsRefunded = "4000038 Invalid request. The lifetime dollars refunded field is invalid."
  case invalidPlatform = "4000039 Invalid request. The platform field is invalid."
  case invalidPlayTime = "4000040 Invalid request. The playtime field is invalid."
  case invalidSampleContentProvided = "4000041 Invalid request. The sample content provided field is invalid."
  case invalidUserStatus = "4000042 Invalid request. The user status field is invalid."
  case invalidTransactionNotConsumable = """
    4000043 Invalid request. The transaction id parameter must represent a consumable in-app purchase.
    """
  case invalidRefundPreference = "4000044 Invalid request. The refund preference field is invalid."
  case invalidTransactionTypeNotSupported = """
    4000047 Invalid request. The transaction id doesn't represent a supported in-app purchase type.
    """
  case appTransactionIdNotSupported = "4000048 Invalid request. App transactions aren't supported by this endpoint."
  case invalidAppAccountTokenUUID = "4000183 Invalid request. The app account token field must be a valid UUID."
  case familyTransactionNotSupported = """
    4000185 Invalid request. Family Sharing transactions aren't supported by this endpoint.
    """
  case transactionIdNotOriginalTransactionId = """
    4000187 Invalid request. The transaction ID provided is not an original transaction ID.
    """
  /// Apple publishes this error without its number; the number is assumed.
  case consumptionPercentageOutOfRange = """
    4000208 Invalid request. The consumption percentage field must be between 0 and 100000.
    """
  case consumptionPercentageAutoRenewable = """
    4000209 Invalid request. The consumption percentage field is not supported for auto-renewable subscription \
    transactions.
    """
  /// Apple publishes this error without its number; the number is assumed.
  case undeliveredConsumptionPercentage = """
    4000210 Invalid request. The consumption percentage must be 0 for a transaction that was not delivered.
    """
  case subscriptionExtensionIneligible = "4030004 Forbidden - subscription state ineligible for extension."
  case subscriptionMaxExtension = "4030005 Forbidden - subscription has reached maximum extension count."
  case familySharedSubscriptionExtensionIneligible = """
    4030007 Subscriptions that users obtain through Family Sharing can't get a renewal date extension directly.
    """
  case accountNotFound = "4040001 Account not found."
  case accountNotFoundRetryable = "4040002 Account not found. Please try again."
  case appNotFound = "4040003 App not found."
  case appNotFoundRetryable = "4040004 App not found. Please try again."
  case originalTransactionIdNotFound = "4040005 Original transaction id not found."
  case originalTransactionIdNotFoundRetryable = "4040006 Original transaction id not found. Please try again."
  case serverNotificationUrlNotFound = """
    4040007 No App Store Server Notification URL found for provided app. Check that a URL is configured in App Store \
    Connect for this environment.
    """
  case testNotificationNotFound = """
    4040008 Either the test notification token is expired or the notification and status are not yet available.
    """
  case statusRequestNotFound = """
    4040009 The server didn't find a subscription-renewal-date extension request for this requestIdentifier and \
    productId combination.
    """
  case transactionIdNotFound = "4040010 Transaction id not found."
  case appTransactionDoesNotExist = "4040019 No AppTransaction exists for the customer."
  case rateLimitExceeded = "4290000 Rate limit exceeded."
  case generalInternal = "5000000 An unknown error occurred."
  case generalInternalRetryable = "5000001 An unknown error occurred. Please try again."

  // Errors of retention messaging: Apple publishes their numbers and names, but the messages are Till's.
  case invalidImage = "4000161 Invalid request. The image is not a valid PNG."
  case headerTooLong = "4000162 Invalid request. The header text is too long."
  case bodyTooLong = "4000163 Invalid request. The body text is too long."
  case invalidLocale = "4000164 Invalid request. The locale is invalid."
  case altTextTooLong = "4000175 Invalid request. The alternative text of an image is too long."
  case invalidPerformanceTestRequest = "4000211 Invalid request. The performance test request is invalid."
  case invalidRequestId = "4000212 Invalid request. The request id is invalid."
  case existingPerformanceTestRun = "4000213 Invalid request. A performance test runs already."
  case badRequestRealtimeURL = "4000215 Invalid request. The real-time URL is invalid."
  case badRequestImageSize = "4000216 Invalid request. The image size is invalid."
  case tooManyBulletPoints = "4000218 Invalid request. There are too many bullet points."
  case bulletPointTextTooLong = "4000219 Invalid request. The text of a bullet point is too long."
  case aboveImageRequiresAnImage = "4000224 Invalid request. A header above the image requires an image."
  case maximumNumberOfImagesReached = "4030014 Forbidden - the maximum number of images is reached."
  case maximumNumberOfMessagesReached = "4030016 Forbidden - the maximum number of messages is reached."
  case messageNotApproved = "4030017 Forbidden - the message is not approved."
  case imageNotApproved = "4030018 Forbidden - the image is not approved."
  case imageInUse = "4030019 Forbidden - the image is in use."
  case forbiddenNoPassingTest = "4030026 Forbidden - no performance test was passed."
  case imageNotFound = "4040014 Image not found."
  case messageNotFound = "4040015 Message not found."
  case performanceTestRunNotFound = "4040018 Performance test run not found."
  case defaultMessageNotFound = "4040020 Default message not found."
  case realtimeUrlNotFound = "4040021 Real-time URL not found."
  case imageAlreadyExists = "4090000 The image already exists."
  case messageAlreadyExists = "4090001 The message already exists."

  /// Apple's number of the error.
  var code: Int { Int(rawValue.prefix(7)) ?? 0 }

  var message: String { String(rawValue.dropFirst(8)) }

  var response: HTTPResponse { Self.response(code / 10_000, code, message) }

  /// Returns an answer with an error's number and message, also with those that Apple does not document.
  static func response(_ status: Int, _ code: Int, _ message: String) -> HTTPResponse {
    HTTPResponse(status, json: ["errorCode": .number(code), "errorMessage": .string(message)])
  }

  /// The errors by their names.
  private static let named = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)", $0) })

  /// Translates a refusal of the simulated App Store: mostly, its kind is the error's name.
  init(_ error: StoreError) {
    self =
      switch error.kind.rawValue {
      case "transactionNotFound": .transactionIdNotFound
      case "notListedYet": .originalTransactionIdNotFoundRetryable
      case "invalidRevision": .invalidRequestRevision
      case "unusable": .generalInternalRetryable
      case "usage": .generalBadRequest
      default: Self.named[error.kind.rawValue] ?? .generalInternal
      }
  }
}
