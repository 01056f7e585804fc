import Foundation
import Locks
import SafeText

/// One run of an external program: lines in, lines out, and what it says aside.
///
/// Standard input and output are one socket, so that writing to a program that has gone is an error and no signal.
final class ProgramProcess: Sendable {
  /// The longest line that is taken from a program, in bytes.
  static let lineLimit = 16 << 20

  private let socket: Int32
  private let process: Mutex<Process>
  private let writing = Mutex(())

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - line: Takes each line of its output, on a thread of its own.
  ///   - aside: Takes each line of its standard error.
  ///   - end: Called once, when its output has ended, with what became of it.
  init(
    _ program: String, line: @escaping @Sendable ([UInt8]) -> Void, aside: @escaping @Sendable (String) -> Void,
    end: @escaping @Sendable (String) -> Void
  ) throws {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Self.streamKind, 0, &ends) == 0 else { throw POSIXError(.EMFILE) }
    for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    socket = ends[0]
    let process = Process()
    process.executableURL = URL(filePath: program)
    let theirs = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    process.standardInput = theirs
    process.standardOutput = theirs
    let asides = Pipe()
    process.standardError = asides
    self.process = Mutex(process)
    do { try self.process.withLock { try $0.run() } } catch {
      close(ends[0])
      throw error
    }
    try? theirs.close()
    let errors = asides.fileHandleForReading
    Thread { Self.readLines(errors.fileDescriptor, limit: 4096) { aside(String(decoding: $0, as: UTF8.self)) } }.start()
    Thread { [self] in
      Self.readLines(socket, limit: Self.lineLimit, line)
      end(stop())
    }.start()
  }

  deinit { close(socket) }

  /// Sends one line; false when the program has gone.
  func send(_ line: [UInt8]) -> Bool {
    writing.withLock { _ in
      var rest = (line + [UInt8(ascii: "\n")])[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, Self.noSignal) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Ends the conversation: a program that is well behaved ends by itself when its input does.
  func hangUp() { shutdown(socket, Int32(SHUT_RDWR)) }

  /// Ends the program where it still runs, and says how it ended.
  private func stop() -> String {
    process.withLock { process in
      if process.isRunning { process.terminate() }
      process.waitUntilExit()
      let status = process.terminationStatus
      return process.terminationReason == .uncaughtSignal ? "signal \(status)" : "status \(status)"
    }
  }

  /// Reads lines until the end, or until one is longer than anything a program has to say.
  private static func readLines(_ descriptor: Int32, limit: Int, _ line: ([UInt8]) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var pending: [UInt8] = []
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      var rest = buffer[..<count]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        line(pending + rest[..<end])
        pending = []
        rest = rest[(end + 1)...]
      }
      pending += rest
      guard pending.count <= limit else { break }
    }
    if !pending.isEmpty, pending.count <= limit { line(pending) }
  }

  #if os(Linux)
    private static let streamKind = Int32(SOCK_STREAM.rawValue)
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #else
    private static let streamKind = SOCK_STREAM
    private static let noSignal: Int32 = 0
  #endif
}
