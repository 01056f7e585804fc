import Core
import Libc
import Verbs

/// `till --resume`: the store that a crash on purpose left, remembered in a file of the XDG state directory.
enum CrashedStore {
  private static var path: String { FirstStart.stateHome + "/till/crashed-store.json" }

  /// Remembers the options that open the store; false where that cannot be written.
  static func remember(_ options: Arguments, at directory: String) -> Bool {
    var document: JSONObject = [:]
    for name in Arguments.placeNames where name != "store" && options.given.contains(name) {
      document.append(name, options.texts(of: name).json)
    }
    document.append("store", [directory].json)
    do {
      try Files.makeFolder(FirstStart.stateHome + "/till")
      try Files.write(JSONValue.object(document).serializedBytes(.pretty), to: path)
      return true
    } catch { return false }
  }

  /// The remembered options.
  ///
  /// - Throws: A `CommandError` where nothing is remembered, or the store is gone.
  fileprivate static func read() throws -> [(name: String, values: [String])] {
    guard let bytes = try? Files.read(path), case .object(let document) = try? JSONValue(parsing: bytes) else {
      throw CommandError(.failed, say("--resume: no crash to continue after; start Till without it"))
    }
    let options = document.filter { Arguments.placeNames.contains($0.name) }.map { member in
      (name: member.name, values: member.value.arrayValue?.compactMap(\.stringValue) ?? [])
    }
    let store = options.first { $0.name == "store" }?.values.first ?? ""
    guard Files.isDirectory(store) else {
      throw CommandError(.failed, say("--resume: \(safeText(store)) no longer exists; start Till without it"))
    }
    return options
  }
}

extension Arguments {
  /// The same arguments with the remembered store where they say `--resume`.
  func continued() throws -> Arguments {
    guard has(.resume) else { return self }
    if let name = (Self.placeNames + [Parameter.scene.name]).first(where: given.contains) {
      throw UsageError(say("--resume opens the store of the crash; omit --\(name)"))
    }
    var options = self
    options.set(Parameter.resume.name, to: [])
    for (name, values) in try CrashedStore.read() { options.set(name, to: values) }
    return options
  }
}

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
      let place = path == directory.path ? call.place : ["--store", ShellWords.quoted(path)]
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
