import SafeText
import StrictJSON

/// Why a StoreKit configuration file cannot be used: one line that names the file, the fault and the remedy.
package struct StoreKitFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of fault it is.
  package enum Kind: Hashable, Sendable {
    /// There is no such file, or it cannot be read.
    case unreadable
    /// It is something else, or cut off.
    case notConfiguration
    /// It is a configuration with a fault in it.
    case invalid
  }

  /// What kind of fault it is.
  package let kind: Kind
  /// The name of the file, safe to show.
  package let file: String
  /// What is wrong, without the name and the remedy.
  package let reason: String

  init(_ kind: Kind, file: String, reason: String) {
    self.kind = kind
    self.file = safeText(file)
    self.reason = reason
  }

  init(_ kind: Kind, file: String, _ error: JSONError) {
    // A fault of the text as a whole has no place of its own.
    let subject = error.path.isEmpty && kind == .notConfiguration ? "the text " : ""
    self.init(kind, file: file, reason: subject + error.description)
  }

  /// The whole line.
  package var description: String {
    switch kind {
    case .unreadable:
      "cannot read \(file): \(reason); name a .storekit file that Xcode has saved"
    case .notConfiguration:
      "\(file) is not a StoreKit configuration file: \(reason); "
        + "export one from Xcode (File > New > File > StoreKit Configuration File)"
    case .invalid:
      "\(file) cannot be used: \(reason); correct it in Xcode and save it again"
    }
  }
}
