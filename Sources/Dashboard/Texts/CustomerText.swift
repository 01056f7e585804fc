import Texts

/// What the sheet of a customer's words says.
enum CustomerText: Sentence {
  case title, atDesk, notChecked(String), waitsUntil(String), copy, done
}

// MARK: - English

extension CustomerText {
  var english: String {
    switch self {
    case .title: "The customer says…"
    case .atDesk: "the desk does not ask the App Store; this is what its evidence says"
    case .notChecked(let why): "Not checked with the App Store: \(why)"
    case .waitsUntil(let date): "until \(date)"
    case .copy: "copy the sentence"
    case .done: "close"
    }
  }
}
