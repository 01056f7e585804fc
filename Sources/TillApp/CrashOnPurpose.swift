import Core

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The end of the dashboard after a crash on purpose: nothing is closed or finished, but the person gets the
/// terminal back, with a text about the crash and how to continue.
enum CrashOnPurpose {
  /// Ends the process at once.
  ///
  /// - Parameter options: Those that the store was opened with.
  static func end(_ directory: StoreDirectory, _ options: Arguments) {
    let path = directory.pathAfterCrash()
    var command = "till --again"
    if !Again.remember(options, at: path) {
      let call = Invocation(words: [], options: options, output: Output(json: false, utc: false))
      let place = path == directory.path ? call.place : ["--store", Invocation.quoted(path)]
      command = (["till"] + place).joined(separator: " ")
    }
    let text = say(
      "Till stopped here on purpose, as a crash would stop it. No paid purchase is "
        + "lost.\nContinue with the same store and see how Till recovers:\n\n  \(command)\n\n"
    )
    // Standard error is kept while the screen is drawn; the handler of the signal gives both back.
    _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    // Threads that work for the dashboard leave signals to the main one.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(SIGTERM)
    kill(getpid(), SIGKILL)
  }
}
