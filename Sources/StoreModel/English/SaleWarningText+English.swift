import Texts

extension SaleWarningText {
  var english: String {
    switch self {
    case .passRuns(let end):
      "Careful: one runs already\(end.map { " until \($0)" } ?? ""), and a second one does not make it longer."
    case .sharedByFamily(let name): "Careful: the family shares \(name) with this account already."
    case .hadAlready(let user):
      "Careful: \(user.map { "user \($0)" } ?? "whoever is not logged in") has it already, and this would be another payment for it."
    }
  }
}
