import Foundation
import Libc

/// A starter of programs that inherit nothing but their standard descriptors.
///
/// `Process` lets a program inherit descriptors that other tests have open at that time. A server that survives its
/// test would keep their pipes open, and they would wait for an end of output that never comes.
package enum Spawn {
  /// A shell script that changes the folder, closes every descriptor but the first three, and becomes the program.
  private static let becoming = """
    cd "$1" || exit 126
    shift
    for open in /dev/fd/*; do [ "${open##*/}" -le 2 ] || eval "exec ${open##*/}>&-" 2>/dev/null; done
    exec "$@"
    """

  /// Starts a program, which is looked up on the PATH.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments.
  ///   - folder: The folder in which it runs.
  ///   - descriptors: Its standard input, output and error.
  /// - Returns: The process id; nil where it cannot be started.
  static func start(_ words: [String], in folder: String, _ descriptors: [Int32]) -> pid_t? {
    #if canImport(Darwin)
      let setsMask = Int16(POSIX_SPAWN_SETSIGMASK)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      // POSIX_SPAWN_SETSIGMASK, which glibc's headers hide here.
      let setsMask: Int16 = 0x08
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // The calling thread may block signals that must be able to end the program.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, setsMask)
    // First copy the descriptors above all of them, so that none is overwritten before it is used.
    let first = max(2, descriptors.max() ?? 2) + 1
    for (number, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, first + Int32(number))
    }
    for number in 0..<Int32(descriptors.count) { posix_spawn_file_actions_adddup2(&actions, first + number, number) }
    let arguments = (["/bin/bash", "-c", becoming, "bash", folder] + words).map { strdup($0) }
    defer { arguments.forEach { free($0) } }
    var process: pid_t = -1
    let failure = posix_spawn(&process, "/bin/bash", &actions, &attributes, arguments + [nil], environ)
    return failure == 0 ? process : nil
  }

  /// Runs a program to its end, without input.
  ///
  /// It prints into a file, because a surviving child process could keep a pipe open.
  ///
  /// - Returns: The exit status, negative if a signal ended it or it cannot be started, and the output.
  package static func run(_ words: [String], in folder: String = "/") -> (status: Int32, output: String) {
    let printed = ScratchFolder.url.appending(path: "till-printed-\(UUID().uuidString)").path
    let (input, output) = (
      open("/dev/null", O_RDONLY | O_CLOEXEC), open(printed, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    )
    defer {
      close(input)
      unlink(printed)
    }
    let process = start(words, in: folder, [input, output, output])
    close(output)
    guard let process else { return (-1, "cannot be started") }
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1 { guard errno == EINTR else { return (-1, "was not waited for") } }
    let bytes = FileManager.default.contents(atPath: printed) ?? Data()
    return (status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f), String(decoding: bytes, as: UTF8.self))
  }

  /// Writes a program file that can be run at once.
  ///
  /// Another process writes it. The system runs no file that is open for writing, and a program started at that time
  /// would inherit our open file.
  package static func write(program text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path + ".text"))
    let copied = run(["/bin/sh", "-c", "cp \"$1\" \"$2\" && chmod 755 \"$2\"", "sh", path + ".text", path], in: "/")
    guard copied.status == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
