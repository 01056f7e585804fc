import Texts

extension StatusText {
  var chinese: String {
    switch self {
    case .notDelivered: "免费，未交付"
    }
  }
}
