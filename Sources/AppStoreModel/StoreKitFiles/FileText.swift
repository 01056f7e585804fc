import Core

/// The texts of errors and warnings about a StoreKit configuration file.
enum FileText {
  static var readingItFailed: Words { "cannot read it" }
}
