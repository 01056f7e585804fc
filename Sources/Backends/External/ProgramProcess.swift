import Core
import Libc

// `environ` is a global variable that is safe to read as long as it does not change; Till never changes it.
#if canImport(Glibc)
  @preconcurrency import Glibc
#else
  @preconcurrency import Darwin
#endif

/// The error of a program that could not be started: an `errno`.
struct SpawnError: Error, CustomStringConvertible {
  let code: Int32

  var description: String { String(cString: strerror(code)) }
}

/// One run of an external program: its input and output lines, and its standard error.
///
/// Standard input and output are one socket, so that writing to a program that has ended gives an error instead of a
/// signal.
final class ProgramProcess: Sendable {
  /// The maximum length of a line of output, in bytes.
  static let lineLimit = 16 << 20

  private let socket: Int32
  private let process: pid_t
  private let writing = Mutex(())

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - line: Receives each line of output, on its own thread.
  ///   - aside: Receives each line of standard error.
  ///   - end: Called once after the end of the output, with the way in which the program ended.
  /// - Throws: A `SpawnError` with the `errno` of the failed step.
  init(
    _ program: String, line: @escaping @Sendable ([UInt8]) -> Void, aside: @escaping @Sendable (String) -> Void,
    end: @escaping @Sendable (String) -> Void
  ) throws(SpawnError) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, streamSocket, 0, &ends) == 0 else { throw SpawnError(code: errno) }
    var asides: [Int32] = [-1, -1]
    guard pipe(&asides) == 0 else {
      for descriptor in ends { close(descriptor) }
      throw SpawnError(code: errno)
    }
    for descriptor in ends + asides { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    defer {
      close(ends[1])
      close(asides[1])
    }
    do {
      process = try Self.spawn(program, channel: ends[1], aside: asides[1])
    } catch {
      close(ends[0])
      close(asides[0])
      throw error
    }
    socket = ends[0]
    let errors = asides[0]
    startThread {
      Self.readLines(errors, limit: 4096) { aside(String(decoding: $0, as: UTF8.self)) }
      close(errors)
    }
    startThread { [self] in
      Self.readLines(socket, limit: Self.lineLimit, line)
      end(stop())
    }
  }

  deinit { close(socket) }

  /// Sends one line; returns false if the program has ended.
  func write(_ line: [UInt8]) -> Bool {
    writing.withLock { _ in
      var rest = (line + [UInt8(ascii: "\n")])[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, 0) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Closes the socket; a well-behaved program ends when its input ends.
  func hangUp() { shutdown(socket, Int32(SHUT_RDWR)) }

  /// Returns how the program ended; ends it if it still runs.
  ///
  /// The program usually ends right after its output, so it gets 0.1 seconds to end on its own, then two seconds after
  /// SIGTERM, which it may ignore.
  private func stop() -> String {
    var status: Int32 = 0
    func hasEnded(within milliseconds: Int) -> Bool {
      for _ in 0..<milliseconds / 2 {
        if waitpid(process, &status, WNOHANG) != 0 { return true }
        sleepThread(for: .milliseconds(2))
      }
      return false
    }
    if !hasEnded(within: 100) {
      kill(process, SIGTERM)
      if !hasEnded(within: 2000) {
        kill(process, SIGKILL)
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
      }
    }
    let signal = status & 0x7f
    return signal != 0 ? "signal \(signal)" : "status \((status >> 8) & 0xff)"
  }

  /// Reads lines until the end of the output, or until a line exceeds the limit.
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

  /// Starts a program in its own process group, so that Ctrl-C at the keyboard reaches Till only.
  private static func spawn(_ program: String, channel: Int32, aside: Int32) throws(SpawnError) -> pid_t {
    #if canImport(Darwin)
      let flags = Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      // POSIX_SPAWN_SETPGROUP, POSIX_SPAWN_SETSIGMASK and POSIX_SPAWN_SETSIGDEF, which glibc's headers hide here.
      let flags: Int16 = 0x02 | 0x08 | 0x04
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawnattr_setflags(&attributes, flags)
    // A child inherits blocked and ignored signals; Till's threads block signals, and Till ignores some.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    sigaddset(&signals, SIGXFSZ)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    for (descriptor, number) in [(channel, 0), (channel, 1), (aside, 2)] as [(Int32, Int32)] {
      posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    }
    let name = strdup(program)
    defer { free(name) }
    var process: pid_t = -1
    var failure = posix_spawn(&process, program, &actions, &attributes, [name, nil], environ)
    // A program file written a moment ago is busy (ETXTBSY) while another child process still has it open for writing.
    for _ in 0..<100 where failure == ETXTBSY {
      sleepThread(for: .milliseconds(10))
      failure = posix_spawn(&process, program, &actions, &attributes, [name, nil], environ)
    }
    guard failure == 0 else { throw SpawnError(code: failure) }
    return process
  }
}
