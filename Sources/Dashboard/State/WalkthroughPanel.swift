import SafeText

/// The panel that tells a walkthrough beside the dashboard.
package struct WalkthroughPanel: Hashable, Sendable {
  /// How the step stands.
  package enum Status: Hashable, Sendable {
    /// There is something to read.
    case reading
    /// The person is to press the keys.
    case waiting
    /// Something happens off the stage when the person goes on.
    case offstage
    /// Till presses the keys.
    case playing
    /// What must be true is.
    case done
    /// What is not as it should be.
    case otherwise([String])
    /// The story is over.
    case ended
  }

  /// A key to press and what it does; without a key what is to be done with several.
  package struct Hint: Hashable, Sendable {
    package var key: String
    package var title: String

    package init(key: String = "", title: String) {
      self.key = Texts.safe(key)
      self.title = Texts.safe(title)
    }
  }

  package let title: String
  /// The step, from 1; 0 before the first one.
  package var step: Int
  package let count: Int
  /// What is said.
  package var text: String
  package var status: Status
  /// What is to be pressed next.
  package var hints: [Hint] = []
  /// What was done on the dashboard since this panel was put up, except moving about.
  package internal(set) var performed: [Action] = []

  /// A panel; every foreign text is made fit for the screen.
  package init(title: String, step: Int, count: Int, text: String, status: Status, hints: [Hint] = []) {
    self.title = Texts.safe(title)
    self.step = step
    self.count = count
    self.text = safeText(text, limit: 2000)
    if case .otherwise(let mismatches) = status {
      self.status = .otherwise(mismatches.map(Texts.safe))
    } else {
      self.status = status
    }
    self.hints = hints
  }

  /// Remembers what was done already.
  package mutating func keep(_ performed: [Action]) { self.performed = performed }
}

/// A walkthrough that can be opened.
package struct WalkthroughListing: Hashable, Sendable {
  /// The name by which it is opened.
  package var name: String
  package var title: String
  /// How long it is, or what is wrong with its file.
  package var note: String

  package init(name: String, title: String, note: String) {
    self.name = name
    self.title = title
    self.note = note
  }
}

/// What a person wants of a walkthrough.
package enum WalkthroughMove: Hashable, Sendable {
  /// Open one, by its name.
  case open(String)
  /// Do the step for them, or show the next one.
  case goOn
  /// Back to the beginning of the step; from there to the one before.
  case back
  case leave
}
