import Texts

/// What is wrong with a StoreKit configuration file, and what is said of it.
enum FileText {
  static var readingItFailed: Words { "reading it failed" }
}
