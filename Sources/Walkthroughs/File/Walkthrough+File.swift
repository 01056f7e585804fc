package import StrictJSON

/// Whether a command line is one that Till takes, and may be run on a stage: nil, or the mistake in one line.
package typealias CommandCheck = (_ words: [String]) -> String?

extension Walkthrough {
  /// The largest file that is read, in bytes.
  package static let sizeLimit = 1 << 20

  /// Reads a file in JSON5.
  ///
  /// - Parameter check: tells command lines that cannot be run.
  /// - Throws: A `JSONError` that names the key with its line and column.
  package init(parsing bytes: some Collection<UInt8>, check: @escaping CommandCheck) throws(JSONError) {
    let document = try JSON5Document(parsing: bytes, limits: JSONLimits(bytes: Self.sizeLimit))
    do throws(JSONError) {
      guard case .object(let object) = document.value else {
        throw JSONError(.wrongType, "a walkthrough must be an object, not \(document.value.kindName)")
      }
      var reader = FileReader(document: document, check: check)
      self = try reader.walkthrough(object)
    } catch {
      throw document.located(error)
    }
  }
}
