import Texts

/// What the command line says of what was written on it, and its help.
enum ArgumentText {
  static func unknownOption(_ argument: String, near: [String]) -> Words {
    near.isEmpty
      ? "unknown option \(argument): see till help"
      : "unknown option \(argument): did you mean \(Language.alternatives(near.map { "--" + $0 }))?"
  }
  static var readOnly: Words { "read-only: nothing was changed; leave out --readonly to act" }
  static func takesNo(what: String, name: String, near: [String]) -> Words {
    near.isEmpty
      ? "\(what) takes no --\(name): see till help"
      : "\(what) takes no --\(name): did you mean \(Language.alternatives(near.map { "--" + $0 }))?"
  }
  static func noCommand(_ name: String, near: [String]) -> Words {
    near.isEmpty
      ? "there is no command \(name): see till help"
      : "there is no command \(name): did you mean \(Language.alternatives(near))?"
  }
  static func usage(_ forms: [String]) -> Words { "usage: till \(forms.joined(separator: "  |  till "))" }
  static var examples: Words { "Examples:" }
  static func form(_ usage: String, isFirst: Bool) -> Words {
    isFirst ? "usage: till \(usage)" : "       till \(usage)"
  }
}
