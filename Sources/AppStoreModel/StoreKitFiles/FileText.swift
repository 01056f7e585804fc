import Core

/// The errors and warnings about a StoreKit configuration file.
enum FileText {
  static var readingItFailed: Words { "cannot read it" }
}
