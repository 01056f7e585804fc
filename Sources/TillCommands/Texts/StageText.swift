import Texts

/// What walkthroughs and scenarios say beside their stories.
enum StageText {
  static func optionHasNoPlace(_ option: String) -> Words {
    "--\(option) has no place in a walkthrough or scenario file: it is a person's to give"
  }
  static func namesAddress(_ url: String) -> Words {
    "\(url): a file cannot name an address; write $server or $webhook, and give --server or --webhook on the "
      + "command line"
  }
  static func noWalkthrough(_ name: String, near: [String]) -> Words {
    "there is no walkthrough \(name): \(near.isEmpty ? say("till walkthrough list shows them") : didYouMean(near))"
  }
  static func noScenario(_ name: String, near: [String]) -> Words {
    "there is no scenario \(name): name a file, or one of those that Till brings along"
      + (near.isEmpty ? "" : "; \(didYouMean(near))")
  }
  static func choose(_ text: String, product: String?) -> Words {
    product.map { "choose \($0), \(text)" } ?? "choose \(text)"
  }

  private static func didYouMean(_ near: [String]) -> String { say("did you mean \(Language.alternatives(near))?") }
}
