import Database
import Locks
import StoreModel

/// What this process is doing, so that its changes are kept as those of one act in every file.
///
/// What happens by itself after an act, such as news that a device takes in, belongs to it until the next one begins.
final class ActBook: Sendable {
  private let act = Mutex<RecordedAct?>(nil)
  /// The device's file, which tells devices apart.
  let device: String

  init(device: String) { self.device = device }

  /// The act that changes belong to; nil where what is done cannot be taken back.
  var current: RecordedAct? { act.withLock { $0 } }

  /// Begins an act behind every other one.
  ///
  /// - Parameters:
  ///   - now: The machine's time, by which whoever else writes says what is before and what behind it.
  ///   - last: The greatest number of any file so far.
  func begin(_ name: String, now: Timestamp, after last: Int64) {
    act.withLock {
      let number = max(now.milliseconds, max($0?.number ?? 0, last) + 1)
      $0 = RecordedAct(number: number, name: name, device: device)
    }
  }

  /// Goes on with the act that was the last one when the files were opened.
  func resume(_ last: RecordedAct?) { act.withLock { $0 = last } }

  /// What is done now can never be taken back.
  func forget() { act.withLock { $0 = nil } }
}
