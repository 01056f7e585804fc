import Core
import Foundation

/// A program in a pseudo-terminal, which measures the time from a key to the last byte of output.
///
/// All work happens on the calling thread.
final class TerminalProgram {
  private let master: Int32
  private let process: pid_t

  /// Starts a program as the leader of a session, with a terminal of this size.
  ///
  /// - Parameter environment: Variables in addition to the usual ones.
  init(
    _ program: String, _ arguments: [String], columns: UInt16, rows: UInt16, environment: [String] = []
  ) throws(BenchFailure) {
    var ends: (master: Int32, slave: Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 256)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&ends.master, &ends.slave, &name, nil, &size) == 0 else {
      throw BenchFailure("no pseudo terminal: \(String(cString: strerror(errno)))")
    }
    defer { close(ends.slave) }
    _ = fcntl(ends.master, F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends.slave, F_SETFD, FD_CLOEXEC)
    let process = Self.spawn([program] + arguments, terminal: name, environment)
    guard process > 0 else {
      close(ends.master)
      throw BenchFailure("cannot start \(program)")
    }
    // Only now: after both are set, deinit runs even when init throws, and `kill(-1, SIGKILL)` ends every process.
    (master, self.process) = (ends.master, process)
  }

  deinit {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    close(master)
  }

  /// Starts the process; returns its id, or -1.
  private static func spawn(_ words: [String], terminal: [CChar], _ more: [String]) -> pid_t {
    #if canImport(Darwin)
      let newSession = Int16(POSIX_SPAWN_SETSID)
      let setSignals = Int16(POSIX_SPAWN_SETSIGMASK)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      // These are POSIX_SPAWN_SETSID and POSIX_SPAWN_SETSIGMASK, which glibc's headers hide here.
      let newSession: Int16 = 0x80
      let setSignals: Int16 = 0x08
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // The leader of a new session gets the first terminal that it opens as its own.
    posix_spawnattr_setflags(&attributes, newSession | setSignals)
    // The pool's threads block every signal, and a child process would inherit that.
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    let environment = ["TERM=xterm-256color", "LC_ALL=C.UTF-8", "TZ=UTC", "PATH=/usr/bin:/bin"] + more
    let arguments = words.map { strdup($0) }
    let variables = environment.map { strdup($0) }
    defer { for word in arguments + variables { free(word) } }
    var process: pid_t = -1
    return posix_spawn(&process, words[0], &actions, &attributes, arguments + [nil], variables + [nil]) == 0
      ? process : -1
  }
}

// MARK: Keys and output

extension TerminalProgram {
  /// The program's output after a key.
  struct Answer {
    /// The time from the key to the last byte that was written before the program became quiet.
    var duration: Duration
    var bytes: Int
  }

  /// Presses a key, and waits until the program has drawn and is quiet again; throws when it draws nothing.
  func press(_ key: String) throws(BenchFailure) -> Answer {
    let clock = ContinuousClock()
    let begin = clock.now
    guard write(master, key, key.utf8.count) == key.utf8.count else { throw BenchFailure("the program is gone") }
    var answer = Answer(duration: .zero, bytes: 0)
    while let bytes = try read(waiting: answer.bytes == 0 ? 5000 : 15) {
      answer = Answer(duration: clock.now - begin, bytes: answer.bytes + bytes.count)
    }
    guard answer.bytes > 0 else { throw BenchFailure("the key \(key.debugDescription) drew nothing") }
    return answer
  }

  /// Waits until the program has written a text.
  func waitForOutput(of text: String) throws(BenchFailure) {
    let wanted = Array(text.utf8)
    var output: [UInt8] = []
    while let bytes = try read(waiting: 10_000) {
      let known = max(0, output.count - wanted.count)
      output += bytes
      if output[known...].contains(wanted) { return }
    }
    throw BenchFailure("the dashboard did not show \(text.debugDescription)")
  }

  /// Reads output until the program has written nothing for half a second.
  func waitUntilQuiet() throws(BenchFailure) {
    while try read(waiting: 500) != nil {}
  }

  /// Reads the output so far, so that the program never blocks on a full terminal.
  func drain() throws(BenchFailure) {
    while try read(waiting: 0) != nil {}
  }

  /// Presses `q`, and waits for the program to end; deinit kills a program that still runs.
  func quit() throws(BenchFailure) {
    _ = write(master, "q", 1)
    while let bytes = try? read(waiting: 2000), !bytes.isEmpty {}
  }

  /// Reads some output; returns nil when none arrives within the milliseconds.
  private func read(waiting milliseconds: Int32) throws(BenchFailure) -> [UInt8]? {
    var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, milliseconds) > 0 else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      count = max(0, Foundation.read(master, buffer.baseAddress, buffer.count))
    }
    guard !bytes.isEmpty else { throw BenchFailure("the program ended") }
    return bytes
  }

  /// Returns the program's memory and its number of file descriptors.
  func look() throws(BenchFailure) -> ProgramLook { try ProgramLook(at: process) }

  /// Returns the processor time of the program so far in milliseconds, including its ended threads.
  func processorTime() throws -> Double {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      throw BenchFailure("the kernel does not tell the processor's time")
    }
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }
}

/// A `till` that serves requests until it is stopped; its first line of output has its address.
final class ListeningProgram {
  let document: JSONObject
  let id: pid_t
  private let process = Process()

  /// Starts the program, and waits until it listens.
  init(_ arguments: [String], home: String) throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: try Bench.program())
    process.arguments = arguments + ["--port", "0", "--json"]
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": home]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    id = process.processIdentifier
    var bytes = Data()
    while !bytes.contains(UInt8(ascii: "\n")) {
      let part = output.fileHandleForReading.availableData
      if part.isEmpty { throw BenchFailure("till \(arguments[0]) did not start") }
      bytes += part
    }
    guard case .object(let document) = try JSONValue(parsing: Array(bytes)) else {
      throw BenchFailure("till \(arguments[0]) said nothing that can be read")
    }
    self.document = document
  }

  /// Returns a text field of its JSON line.
  func text(_ name: String) throws -> String {
    guard let text = try document.string(name) else { throw BenchFailure("till did not say \(name)") }
    return text
  }

  /// Stops the program, waits for its end, and returns its exit status.
  func stop() -> Int32 {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    return process.terminationStatus
  }
}
