package import StrictJSON

/// One attempt to deliver a notification (Apple: SendAttemptItem).
package struct SendAttempt: Hashable, Sendable {
  /// When it was made.
  package var attemptDate: Timestamp
  /// How it ended.
  package var sendAttemptResult: SendAttemptResult

  /// An attempt that was made.
  package init(attemptDate: Timestamp, sendAttemptResult: SendAttemptResult) {
    self.attemptDate = attemptDate
    self.sendAttemptResult = sendAttemptResult
  }

  /// The object as Apple's notification history has it.
  package var json: JSONObject {
    ["attemptDate": attemptDate.memberValue, "sendAttemptResult": sendAttemptResult.memberValue]
  }
}
