import BuiltIn

/// Which Till this is.
enum Version {
  static let number = "0.2"

  /// The version with the commit that it was built from, and what it runs on.
  static var text: String {
    let libraries = SystemLibrary.all.compactMap { library in library.version.map { "\(library.name) \($0)" } }
    return "till \(number)" + (BuiltIn.commit.map { " (\($0))" } ?? "") + "\n" + libraries.joined(separator: ", ")
  }
}
