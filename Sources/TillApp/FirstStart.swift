#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whether this person opens the dashboard for the first time.
///
/// A file in the XDG state directory remembers it, so that the welcome never comes again, with any store.
enum FirstStart {
  /// True once; never where it could not be remembered.
  static func isNow() -> Bool {
    let folder = stateHome + "/till"
    let mark = folder + "/started"
    guard !Files.exists(mark), (try? Files.makeFolder(folder)) != nil else { return false }
    return (try? Files.write([], to: mark)) != nil
  }

  /// The XDG state directory: relative values are ignored, as the specification says.
  static var stateHome: String {
    if let path = Environment.value("XDG_STATE_HOME"), path.hasPrefix("/") { return path }
    return Environment.home + "/.local/state"
  }
}
