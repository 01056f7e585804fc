/// Errors of retention messaging. Apple has published their numbers and names, not their texts: these are Till's.
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

  /// By the names that the simulated App Store refuses with.
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
