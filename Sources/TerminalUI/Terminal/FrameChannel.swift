import CTerminalRestore
import Libc

/// The descriptor that curses writes to, redirected into memory while a frame is drawn.
///
/// Curses writes whenever its buffer is full, so the terminal would show a frame in pieces. Collected in memory, the
/// frame is sent in one write. Only curses uses this descriptor: the code that restores the terminal after a crash
/// writes to standard output, which is never redirected.
struct FrameChannel {
  /// The descriptor that curses writes to.
  let descriptor: Int32
  private let terminal: Int32
  /// A file in memory, or -1 if none could be created: curses then writes to the terminal directly.
  private let memory: Int32

  init(to terminal: Int32) {
    self.terminal = terminal
    descriptor = fcntl(terminal, F_DUPFD_CLOEXEC, 3)
    memory = terminal_frame_file()
  }

  /// Whether output can be collected.
  var collects: Bool { memory >= 0 }

  /// Runs the work and returns the bytes that it wrote, or none if they went straight to the terminal.
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
