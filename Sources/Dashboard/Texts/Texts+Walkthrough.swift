extension Texts {
  static let noWalkthroughs = "no walkthroughs are installed; till walkthrough list says where they are looked for"

  static func walkthroughs(_ listings: [WalkthroughListing]) -> Choice {
    Choice(
      title: "Which walkthrough? It plays in files of its own.",
      items: listings.map {
        Choice.Item(title: safe($0.title), note: safe($0.note), pick: .walkthrough($0.name))
      })
  }

  static func title(of panel: WalkthroughPanel) -> String {
    panel.step == 0 || panel.status == .ended ? panel.title : "Step \(panel.step) of \(panel.count) · \(panel.title)"
  }

  /// What can be done in the walkthrough now.
  static func keys(of panel: WalkthroughPanel) -> String {
    switch panel.status {
    case .reading where panel.step == 0: "Space begins · w leaves"
    case .reading, .done: "Space goes on · Backspace back · w leaves"
    case .waiting: "Space: Till does it · Backspace back · w leaves"
    case .offstage: "Space lets it happen · Backspace back · w leaves"
    case .playing: "Till presses the keys · Space hurries"
    case .otherwise: "Backspace again · Space: Till does it · w leaves"
    case .ended: "Backspace back · w leaves"
    }
  }

  static let yourKeys = "your keys: "
  static let offTheStage = "off the stage: "
  static let asItShouldBe = "as it should be"
  static let somethingElse = "Something else happened: "
}
