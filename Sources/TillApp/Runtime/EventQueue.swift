import Core
import Dashboard
import Libc

/// The queue of events from other threads to the main thread, with a pipe that wakes the main thread's `poll`.
final class EventQueue: Sendable {
  /// The pipe's read end: readable while posted events wait.
  let descriptor: Int32
  private let bell: Int32
  private let events = Mailbox<Event>()

  /// Creates a queue.
  ///
  /// - Throws: A `CommandError` when the process has no file descriptors left.
  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw CommandError(.unusable, say("too many open files; close some, or raise ulimit -n"))
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, bell) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(bell)
  }

  /// Posts an event from any thread.
  ///
  /// Of several waiting progress events of one task, only the newest is kept.
  func post(_ event: Event) {
    events.post(event) { waiting in
      if case .progress(let id, _) = event, case .progress(id, _) = waiting { true } else { false }
    }
    // A full pipe also wakes the reader, so a failed write does not matter.
    var byte: UInt8 = 0
    _ = write(bell, &byte, 1)
  }

  /// Returns all posted events, and empties the queue.
  func drain() -> [Event] {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
    return events.take()
  }

  /// Waits until an event is posted.
  func wait() {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, -1) < 0, errno == EINTR {}
  }
}
