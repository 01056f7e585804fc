package import Core

/// An error of the App Store Server API: Apple's number and message.
package struct APIError: Error, Hashable, Sendable {
  /// Apple's number of the error: seven digits, of which the first three are the HTTP status.
  package let code: Int
  package let message: String

  init(_ code: Int, _ message: String) {
    self.code = code
    self.message = message
  }

  package var status: Int { code / 10_000 }

  package var json: JSONObject { ["errorCode": .number(code), "errorMessage": .string(message)] }

  var response: HTTPResponse { HTTPResponse(status, json: json) }
}

extension APIError {
  static let generalBadRequest = APIError(4_000_000, "Bad request.")
  static let invalidAppIdentifier = APIError(4_000_002, "Invalid request app identifier.")
  static let invalidRequestRevision = APIError(4_000_005, "Invalid request revision.")
  static let invalidTransactionId = APIError(4_000_006, "Invalid transaction id.")
  static let invalidOriginalTransactionId = APIError(4_000_008, "Invalid original transaction id.")
  static let invalidExtendByDays = APIError(4_000_009, "Invalid extend by days value.")
  static let invalidExtendReasonCode = APIError(4_000_010, "Invalid extend reason code.")
  static let invalidRequestIdentifier = APIError(4_000_011, "Invalid request identifier.")
  static let startDateTooFarInPast = APIError(
    4_000_012, "Invalid request. The start date is earlier than the allowed start date.")
  static let startDateAfterEndDate = APIError(
    4_000_013, "Invalid request. The end date precedes the start date or the dates are the same.")
  static let invalidPaginationToken = APIError(4_000_014, "Invalid request. The pagination token is invalid.")
  static let invalidStartDate = APIError(
    4_000_015, "Invalid request. The start date is not a timestamp value represented in milliseconds.")
  static let invalidEndDate = APIError(
    4_000_016, "Invalid request. The end date is not a timestamp value represented in milliseconds.")
  static let paginationTokenExpired = APIError(4_000_017, "Invalid request. The pagination token is expired.")
  static let invalidNotificationType = APIError(
    4_000_018, "Invalid request. The notification type or subtype is invalid.")
  static let multipleFiltersSupplied = APIError(
    4_000_019, "Invalid request. Supply either a transaction id or a notification type, but not both.")
  static let invalidTestNotificationToken = APIError(
    4_000_020, "Invalid request. The test notification token is invalid.")
  static let invalidSort = APIError(4_000_021, "Invalid request. The sort parameter is invalid.")
  static let invalidProductType = APIError(4_000_022, "Invalid request. The product type parameter is invalid.")
  static let invalidProductId = APIError(4_000_023, "Invalid request. The product id parameter is invalid.")
  static let invalidSubscriptionGroupIdentifier = APIError(
    4_000_024, "Invalid request. The subscription group identifier parameter is invalid.")
  static let invalidExcludeRevoked = APIError(
    4_000_025, "Invalid request. The exclude revoked parameter is invalid.")
  static let invalidInAppOwnershipType = APIError(
    4_000_026, "Invalid request. The in-app ownership type parameter is invalid.")
  static let invalidEmptyStorefrontCountryCodeList = APIError(
    4_000_027, "Invalid request. If provided, the list of storefront country codes must not be empty.")
  static let invalidStorefrontCountryCode = APIError(
    4_000_028, "Invalid request. A storefront country code was invalid.")
  static let invalidRevoked = APIError(4_000_030, "Invalid request. The revoked parameter is invalid.")
  static let invalidStatus = APIError(4_000_031, "Invalid request. The status parameter is invalid.")
  static let invalidAccountTenure = APIError(4_000_032, "Invalid request. The account tenure field is invalid.")
  static let invalidAppAccountToken = APIError(
    4_000_033, "Invalid request. The app account token field must contain a valid UUID or an empty string.")
  static let invalidConsumptionStatus = APIError(
    4_000_034, "Invalid request. The consumption status field is invalid.")
  static let invalidCustomerConsented = APIError(
    4_000_035,
    "Invalid request. The customer consented field is required and must indicate the customer consented.")
  static let invalidDeliveryStatus = APIError(4_000_036, "Invalid request. The delivery status field is invalid.")
  static let invalidLifetimeDollarsPurchased = APIError(
    4_000_037, "Invalid request. The lifetime dollars purchased field is invalid.")
  static let invalidLifetimeDollarsRefunded = APIError(
    4_000_038, "Invalid request. The lifetime dollars refunded field is invalid.")
  static let invalidPlatform = APIError(4_000_039, "Invalid request. The platform field is invalid.")
  static let invalidPlayTime = APIError(4_000_040, "Invalid request. The playtime field is invalid.")
  static let invalidSampleContentProvided = APIError(
    4_000_041, "Invalid request. The sample content provided field is invalid.")
  static let invalidUserStatus = APIError(4_000_042, "Invalid request. The user status field is invalid.")
  static let invalidTransactionNotConsumable = APIError(
    4_000_043, "Invalid request. The transaction id parameter must represent a consumable in-app purchase.")
  static let invalidRefundPreference = APIError(
    4_000_044, "Invalid request. The refund preference field is invalid.")
  static let invalidTransactionTypeNotSupported = APIError(
    4_000_047, "Invalid request. The transaction id doesn't represent a supported in-app purchase type.")
  static let appTransactionIdNotSupported = APIError(
    4_000_048, "Invalid request. App transactions aren't supported by this endpoint.")
  static let invalidAppAccountTokenUUID = APIError(
    4_000_183, "Invalid request. The app account token field must be a valid UUID.")
  static let familyTransactionNotSupported = APIError(
    4_000_185, "Invalid request. Family Sharing transactions aren't supported by this endpoint.")
  static let transactionIdNotOriginalTransactionId = APIError(
    4_000_187, "Invalid request. The transaction ID provided is not an original transaction ID.")
  /// Apple publishes this error without its number; the number is assumed.
  static let consumptionPercentageOutOfRange = APIError(
    4_000_208, "Invalid request. The consumption percentage field must be between 0 and 100000.")
  static let consumptionPercentageAutoRenewable = APIError(
    4_000_209,
    "Invalid request. The consumption percentage field is not supported for auto-renewable subscription transactions.")
  /// Apple publishes this error without its number; the number is assumed.
  static let undeliveredConsumptionPercentage = APIError(
    4_000_210,
    "Invalid request. The consumption percentage must be 0 for a transaction that was not delivered.")
  static let subscriptionExtensionIneligible = APIError(
    4_030_004, "Forbidden - subscription state ineligible for extension.")
  static let subscriptionMaxExtension = APIError(
    4_030_005, "Forbidden - subscription has reached maximum extension count.")
  static let familySharedSubscriptionExtensionIneligible = APIError(
    4_030_007, "Subscriptions that users obtain through Family Sharing can't get a renewal date extension directly.")
  static let accountNotFound = APIError(4_040_001, "Account not found.")
  static let accountNotFoundRetryable = APIError(4_040_002, "Account not found. Please try again.")
  static let appNotFound = APIError(4_040_003, "App not found.")
  static let appNotFoundRetryable = APIError(4_040_004, "App not found. Please try again.")
  static let originalTransactionIdNotFound = APIError(4_040_005, "Original transaction id not found.")
  static let originalTransactionIdNotFoundRetryable = APIError(
    4_040_006, "Original transaction id not found. Please try again.")
  static let serverNotificationUrlNotFound = APIError(
    4_040_007,
    "No App Store Server Notification URL found for provided app. "
      + "Check that a URL is configured in App Store Connect for this environment.")
  static let testNotificationNotFound = APIError(
    4_040_008, "Either the test notification token is expired or the notification and status are not yet available.")
  static let statusRequestNotFound = APIError(
    4_040_009,
    "The server didn't find a subscription-renewal-date extension request for this requestIdentifier "
      + "and productId combination.")
  static let transactionIdNotFound = APIError(4_040_010, "Transaction id not found.")
  static let appTransactionDoesNotExist = APIError(4_040_019, "No AppTransaction exists for the customer.")
  static let rateLimitExceeded = APIError(4_290_000, "Rate limit exceeded.")
  static let generalInternal = APIError(5_000_000, "An unknown error occurred.")
  static let generalInternalRetryable = APIError(5_000_001, "An unknown error occurred. Please try again.")
}

/// Errors of retention messaging: Apple publishes their numbers and names, but the messages are Till's.
extension APIError {
  static let invalidImage = APIError(4_000_161, "Invalid request. The image is not a valid PNG.")
  static let headerTooLong = APIError(4_000_162, "Invalid request. The header text is too long.")
  static let bodyTooLong = APIError(4_000_163, "Invalid request. The body text is too long.")
  static let invalidLocale = APIError(4_000_164, "Invalid request. The locale is invalid.")
  static let altTextTooLong = APIError(4_000_175, "Invalid request. The alternative text of an image is too long.")
  static let invalidPerformanceTestRequest = APIError(
    4_000_211, "Invalid request. The performance test request is invalid.")
  static let invalidRequestId = APIError(4_000_212, "Invalid request. The request id is invalid.")
  static let existingPerformanceTestRun = APIError(4_000_213, "Invalid request. A performance test runs already.")
  static let badRequestRealtimeURL = APIError(4_000_215, "Invalid request. The real-time URL is invalid.")
  static let badRequestImageSize = APIError(4_000_216, "Invalid request. The image size is invalid.")
  static let tooManyBulletPoints = APIError(4_000_218, "Invalid request. There are too many bullet points.")
  static let bulletPointTextTooLong = APIError(4_000_219, "Invalid request. The text of a bullet point is too long.")
  static let aboveImageRequiresAnImage = APIError(
    4_000_224, "Invalid request. A header above the image requires an image.")

  /// The errors of retention messaging, by the names in the simulated App Store's refusals.
  static let ofRetention: [String: APIError] = [
    "maximumNumberOfImagesReached": APIError(4_030_014, "Forbidden - the maximum number of images is reached."),
    "maximumNumberOfMessagesReached": APIError(4_030_016, "Forbidden - the maximum number of messages is reached."),
    "messageNotApproved": APIError(4_030_017, "Forbidden - the message is not approved."),
    "imageNotApproved": APIError(4_030_018, "Forbidden - the image is not approved."),
    "imageInUse": APIError(4_030_019, "Forbidden - the image is in use."),
    "forbiddenNoPassingTest": APIError(4_030_026, "Forbidden - no performance test was passed."),
    "imageNotFound": APIError(4_040_014, "Image not found."),
    "messageNotFound": APIError(4_040_015, "Message not found."),
    "performanceTestRunNotFound": APIError(4_040_018, "Performance test run not found."),
    "defaultMessageNotFound": APIError(4_040_020, "Default message not found."),
    "realtimeUrlNotFound": APIError(4_040_021, "Real-time URL not found."),
    "imageAlreadyExists": APIError(4_090_000, "The image already exists."),
    "messageAlreadyExists": APIError(4_090_001, "The message already exists."),
  ]
}
