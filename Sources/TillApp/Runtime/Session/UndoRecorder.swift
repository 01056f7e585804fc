import AppStoreModel
import Core
import Storage

/// The current action of this process, so that all files record its changes as one action.
///
/// Automatic work after an action, such as processing updates, belongs to it until the next one begins.
final class UndoRecorder: Sendable {
  private let act = Mutex<RecordedAct?>(nil)
  /// The path of the device's file, which distinguishes devices.
  let device: String

  init(device: String) { self.device = device }

  /// The action that changes belong to; nil where changes cannot be undone.
  var current: RecordedAct? { act.withLock { $0 } }

  /// Starts an action with a higher number than every other action.
  ///
  /// - Parameters:
  ///   - now: The machine's time, which orders the changes of different processes.
  ///   - last: The highest action number in any file so far.
  func begin(_ name: String, now: Timestamp, after last: Int64) {
    act.withLock {
      let number = max(now.milliseconds, max($0?.number ?? 0, last) + 1)
      $0 = RecordedAct(number: number, name: name, device: device)
    }
  }

  /// Continues the action that was the last one when the files were opened.
  func resume(_ last: RecordedAct?) { act.withLock { $0 = last } }

  /// The current action changed nothing that a person would take back.
  func forgetName() { act.withLock { $0?.name = "" } }

  /// Ends the current action, so that the changes from now on cannot be undone.
  func forget() { act.withLock { $0 = nil } }
}
