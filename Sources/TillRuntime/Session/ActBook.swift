import Database
import Locks

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
  func begin(_ name: String, after last: Int64) {
    act.withLock { $0 = RecordedAct(number: max($0?.number ?? 0, last) + 1, name: name, device: device) }
  }

  /// Goes on with the act that was the last one when the files were opened.
  func resume(_ last: RecordedAct?) { act.withLock { $0 = last } }

  /// What is done now can never be taken back.
  func forget() { act.withLock { $0 = nil } }
}
