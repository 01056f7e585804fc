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
  /// - Parameter place: The command-line options that name the store.
  static func end(_ directory: StoreDirectory, _ place: [String]) {
    let path = directory.pathAfterCrash()
    let options = path == directory.path ? place : ["--store", Invocation.quoted(path)]
    let command = (["till"] + options).joined(separator: " ")
    let text = say(
      "Till stopped here on purpose, as a crash would stop it. No paid purchase is "
        + "lost.\nContinue with the same store and see how Till recovers:\n\n  \(command)\n\n"
    )
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
}
