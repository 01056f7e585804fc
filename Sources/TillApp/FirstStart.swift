#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The check for a person's first start of the dashboard.
///
/// A marker file in the XDG state directory records the first start, so the welcome appears only once, whatever the
/// store.
enum FirstStart {
  /// Returns true at the first start, and writes the marker file; returns false where it cannot be written.
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
