import Texts

/// What `till help-customer` says.
enum CustomerCommandText: Sentence {
  case unknownCase(String, String), title(String), notChecked(String), until(String)
}

// MARK: - English

extension CustomerCommandText {
  var english: String {
    switch self {
    case .unknownCase(let name, let known): "unknown case “\(name)”; use \(known)"
    case .title(let words): "the customer says: “\(words)”"
    case .notChecked(let why): "the App Store could not be asked: \(why)"
    case .until(let date): "until \(date)"
    }
  }
}
