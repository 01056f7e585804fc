import Core

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The deliberate crash of the dashboard, with which a person tries Till's recovery.
///
/// It closes and finishes nothing, but restores the terminal and prints how to continue.
enum CrashOnPurpose {
  /// Ends the process at once.
  ///
  /// - Parameter options: Those that the store was opened with.
  static func end(_ directory: StoreDirectory, _ options: Arguments) {
    let path = directory.pathAfterCrash()
    var command = "till --resume"
    if !CrashedStore.remember(options, at: path) {
      let call = Invocation(words: [], options: options, output: Output(json: false, utc: false))
      let place = path == directory.path ? call.place : ["--store", Invocation.quoted(path)]
      command = (["till"] + place).joined(separator: " ")
    }
    let text = text(continuingWith: command)
    // While the screen is drawn, standard error is held back; the signal handler restores the terminal and prints it.
    _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    // The dashboard's background threads block signals, so SIGTERM is unblocked here.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(SIGTERM)
    kill(getpid(), SIGKILL)
  }

  /// What is printed at the end, with the command that continues.
  static func text(continuingWith command: String) -> String {
    say(
      "Till stopped here on purpose, as a crash would stop it. No paid purchase is "
        + "lost.\nContinue with the same store and see how Till recovers:\n\n  \(command)\n\n"
    )
  }
}
