import AppStoreModel
import Core
import Storage

/// The current action of this process, so that every file records its changes as one action.
///
/// Automatic work after an action, such as processing updates, belongs to it until the next one begins.
final class UndoRecorder: Sendable {
  private let act = Mutex<RecordedAct?>(nil)
  /// The device's file, which tells devices apart.
  let device: String

  init(device: String) { self.device = device }

  /// The act that changes belong to; nil where what is done cannot be taken back.
  var current: RecordedAct? { act.withLock { $0 } }

  /// Begins an act behind every other one.
  ///
  /// - Parameters:
  ///   - now: The machine's time, by which other writers order their changes.
  ///   - last: The greatest number of any file so far.
  func begin(_ name: String, now: Timestamp, after last: Int64) {
    act.withLock {
      let number = max(now.milliseconds, max($0?.number ?? 0, last) + 1)
      $0 = RecordedAct(number: number, name: name, device: device)
    }
  }

  /// Goes on with the act that was the last one when the files were opened.
  func resume(_ last: RecordedAct?) { act.withLock { $0 = last } }

  /// The current action changed nothing that a person would take back.
  func forgetName() { act.withLock { $0?.name = "" } }

  /// The current action can never be undone.
  func forget() { act.withLock { $0 = nil } }
}
