import Core

/// A scene that was set up in a demo: what it is, and which keys play it.
package struct SceneCard: Hashable, Sendable {
  /// A key of the scene, and the action by which it is recognized.
  package struct Step: Hashable, Sendable {
    package let hint: WalkthroughPanel.Hint
    /// Nil for text that is typed.
    package let action: Action?

    package init(_ hint: WalkthroughPanel.Hint, action: Action?) { (self.hint, self.action) = (hint, action) }
  }

  package let title: String
  /// What is left to press.
  package private(set) var steps: [Step]
  /// Whether no key was pressed yet: then no message hides the keys.
  private(set) var isNew = true

  package init(title: String, steps: [Step]) { (self.title, self.steps) = (safeText(title), steps) }

  /// Forgets the keys up to an action that was done.
  mutating func advance(past action: Action) {
    isNew = false
    guard let index = steps.firstIndex(where: { $0.action == action }) else { return }
    steps.removeFirst(index + 1)
  }

  /// The scene and its keys, as one line.
  var text: String {
    let keys = steps.map { $0.hint.key.isEmpty ? $0.hint.title : "\($0.hint.key) \($0.hint.title)" }
    return say("\(title): press \(Language.series(keys))")
  }
}

extension State {
  /// The last message; else what is to be pressed in the scene, which comes first until a key was pressed.
  var shownMessage: Message? {
    let keys = scene.map { Message($0.text, .good) }
    return scene?.isNew == true ? keys : message ?? keys
  }

  /// Why no scene can be set up here; nil where one can.
  var reasonAgainstScenes: String? {
    if let reason = setup.abilities[.scenes] { return reason }
    return isBusy ? say("wait until the running task ends") : nil
  }
}

extension Reducer {
  /// Notes that an action of the scene was done; after the last one the scene is over.
  mutating func noteInScene(_ action: Action) {
    state.scene?.advance(past: action)
    if state.scene?.steps.isEmpty == true { state.scene = nil }
  }
}

extension Choice {
  static func scenes(_ listings: [WalkthroughListing]) -> Choice {
    Choice(
      title: say("Which scene? It replaces the data of this demo."),
      items: listings.map { Item(title: safeText($0.title), note: safeText($0.note), pick: .scene($0.name)) })
  }
}
