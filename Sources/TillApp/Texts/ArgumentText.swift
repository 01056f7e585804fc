import Core

/// Errors and help of the command line.
enum ArgumentText {
  static func unknownOption(_ argument: String, near: [String]) -> Words {
    "unknown option “\(argument)”; \(remedy(near: near.map { "--" + $0 }, listedBy: "till help"))"
  }
  static var readOnly: Words { "read-only: nothing was changed; leave out --readonly to act" }
  static func takesNo(what: String, name: String, near: [String]) -> Words {
    "unknown option --\(name) of \(what); \(remedy(near: near.map { "--" + $0 }, listedBy: "till help"))"
  }
  static func noCommand(_ name: String, near: [String]) -> Words {
    "unknown command “\(name)”; \(remedy(near: near, listedBy: "till help"))"
  }
  static func usage(_ forms: [String]) -> Words { "usage: till \(forms.joined(separator: "  |  till "))" }
  static var examples: Words { "Examples:" }
  static func form(_ usage: String, isFirst: Bool) -> Words {
    isFirst ? "usage: till \(usage)" : "       till \(usage)"
  }
}
