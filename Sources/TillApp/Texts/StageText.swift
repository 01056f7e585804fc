import Core

/// Texts of walkthroughs and scenarios, beside their own sentences.
enum StageText {
  static func optionHasNoPlace(_ option: String) -> Words {
    "a walkthrough or scenario file cannot use --\(option); only a person can give it"
  }
  static func namesAddress(_ url: String) -> Words {
    "\(url): a file cannot name an address; write $server or $webhook in "
      + "it, and give --server or --webhook on the command line"
  }
  static func noWalkthrough(_ name: String, near: [String]) -> Words {
    "unknown walkthrough “\(name)”; \(remedy(near: near, listedBy: "till walkthrough list"))"
  }
  static func noScenario(_ name: String, near: [String]) -> Words {
    near.isEmpty
      ? "unknown scenario “\(name)”; name a file or a scenario of Till"
      : "unknown scenario “\(name)”; did you mean \(Language.alternatives(near))?"
  }
  static func choose(_ text: String, product: String?) -> Words {
    product.map { "choose \($0), \(text)" } ?? "choose \(text)"
  }
}
