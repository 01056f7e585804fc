import Core
import Dashboard
import Storage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The events from other threads to the main thread, in order, with a pipe that wakes its `poll`.
final class EventQueue: Sendable {
  /// Readable while something was posted and not taken yet.
  let descriptor: Int32
  private let bell: Int32
  private let events = Mutex<[Event]>([])

  /// - Throws: A `CommandError` when the process has no descriptors left.
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
  /// Of one task's progress only the newest is kept.
  func post(_ event: Event) {
    let wasEmpty = events.withLock { events in
      if case .progress(let id, _) = event, case .progress(id, _)? = events.last { events.removeLast() }
      events.append(event)
      return events.count == 1
    }
    guard wasEmpty else { return }
    // A full pipe wakes as well.
    var byte: UInt8 = 0
    _ = write(bell, &byte, 1)
  }

  /// Takes everything that was posted.
  func drain() -> [Event] {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
    return events.withLock { events in
      defer { events = [] }
      return events
    }
  }

  /// Waits until something was posted.
  func wait() {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, -1) < 0, errno == EINTR {}
  }
}
