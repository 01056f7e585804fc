import CTerminalRestore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where curses writes: a descriptor of the terminal that leads into memory while a frame is made.
///
/// Curses writes when its buffer is full, and where the terminal waits, so that a frame would be shown in pieces.
/// Collected, it is one write. The descriptor is curses' own: the code that restores the terminal after a crash uses
/// standard output, which always leads there.
struct FrameChannel {
  /// The descriptor that curses writes to.
  let descriptor: Int32
  private let terminal: Int32
  /// A file in memory; -1 where there is none, and curses writes by itself.
  private let memory: Int32

  init(to terminal: Int32) {
    self.terminal = terminal
    descriptor = fcntl(terminal, F_DUPFD_CLOEXEC, 3)
    memory = terminal_frame_file()
  }

  /// Whether what is written can be collected.
  var collects: Bool { memory >= 0 }

  /// The bytes that a piece of work writes; empty if they cannot be collected and went straight to the terminal.
  func collect(_ work: () -> Void) -> [UInt8] {
    guard collects, lead(to: memory) else {
      work()
      return []
    }
    work()
    _ = lead(to: terminal)
    let length = Int(lseek(memory, 0, SEEK_CUR))
    guard length > 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { room, count in
      count = max(0, pread(memory, room.baseAddress, room.count, 0))
    }
    lseek(memory, 0, SEEK_SET)
    return bytes
  }

  private func lead(to file: Int32) -> Bool {
    dup2(file, descriptor) >= 0 && fcntl(descriptor, F_SETFD, FD_CLOEXEC) >= 0
  }
}
