extension APIError {
  /// The errors that Apple documents, by their numbers.
  static let documented = Dictionary(
    ([
      generalBadRequest, invalidAppIdentifier, invalidRequestRevision, invalidTransactionId,
      invalidOriginalTransactionId, invalidExtendByDays, invalidExtendReasonCode, invalidRequestIdentifier,
      startDateTooFarInPast, startDateAfterEndDate, invalidPaginationToken, invalidStartDate, invalidEndDate,
      paginationTokenExpired, invalidNotificationType, multipleFiltersSupplied, invalidTestNotificationToken,
      invalidSort, invalidProductType, invalidProductId, invalidSubscriptionGroupIdentifier,
      invalidExcludeRevoked, invalidInAppOwnershipType, invalidEmptyStorefrontCountryCodeList,
      invalidStorefrontCountryCode, invalidRevoked, invalidStatus, invalidAccountTenure, invalidAppAccountToken,
      invalidConsumptionStatus, invalidCustomerConsented, invalidDeliveryStatus,
      invalidLifetimeDollarsPurchased, invalidLifetimeDollarsRefunded, invalidPlatform, invalidPlayTime,
      invalidSampleContentProvided, invalidUserStatus, invalidTransactionNotConsumable, invalidRefundPreference,
      invalidTransactionTypeNotSupported, appTransactionIdNotSupported, invalidAppAccountTokenUUID,
      familyTransactionNotSupported, transactionIdNotOriginalTransactionId, consumptionPercentageOutOfRange,
      consumptionPercentageAutoRenewable, undeliveredConsumptionPercentage, subscriptionExtensionIneligible,
      subscriptionMaxExtension, familySharedSubscriptionExtensionIneligible, accountNotFound,
      accountNotFoundRetryable, appNotFound, appNotFoundRetryable, originalTransactionIdNotFound,
      originalTransactionIdNotFoundRetryable, serverNotificationUrlNotFound, testNotificationNotFound,
      statusRequestNotFound, transactionIdNotFound, appTransactionDoesNotExist, rateLimitExceeded,
      generalInternal, generalInternalRetryable, invalidImage, headerTooLong, bodyTooLong, invalidLocale,
      altTextTooLong, invalidPerformanceTestRequest, invalidRequestId, existingPerformanceTestRun,
      badRequestRealtimeURL, badRequestImageSize, tooManyBulletPoints, bulletPointTextTooLong,
      aboveImageRequiresAnImage,
    ] + Array(ofRetention.values)).map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
}
