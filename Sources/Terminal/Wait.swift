import CCurses
import Foundation

/// Waits on descriptors in one `poll`, also across interruptions by signals.
///
/// `timeout` in milliseconds; nil waits without end. Gives the events of each descriptor, all 0 when time has passed.
func poll(_ descriptors: [Int32], timeout: Int?) -> [Int16] {
  var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  let clock = ContinuousClock()
  let deadline = timeout.map { clock.now + .milliseconds(max(0, $0)) }
  while true {
    let left = deadline.map { Int32(clamping: max(.zero, clock.now.duration(to: $0)).roundedUpMilliseconds) } ?? -1
    if Foundation.poll(&entries, nfds_t(entries.count), left) >= 0 || errno != EINTR { return entries.map(\.revents) }
  }
}

extension Duration {
  /// Whole milliseconds, rounded up so that a wait never ends early.
  fileprivate var roundedUpMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }
}
