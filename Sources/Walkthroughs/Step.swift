package import Dashboard
package import StrictJSON

/// One step: something is said, something is done, and something must then be true.
package struct Step: Hashable, Sendable {
  /// What is done.
  package enum Deed: Hashable, Sendable {
    /// Nothing: there is only something to read or to check.
    case nothing
    /// On the dashboard: by the person who watches, or by Till.
    case moves([Move])
    /// Command lines of Till, one after the other, off the stage: the App Store's side, another device, another program.
    case commands([[String]])
  }

  /// What is said to the person who watches.
  package var say: String?
  package var deed: Deed
  /// The device that the commands are for; nil for the dashboard's own.
  package var device: String?
  /// What the newest transaction that the step makes is called in later steps.
  package var name: String?
  /// What the last command must fail with, a part of its message; nil where it must succeed.
  package var failure: String?
  /// What the last command's document must hold.
  package var answer: JSONValue?
  /// What must then be true.
  package var expectations: Expectations
  /// The line of the file where the step begins, from 1.
  package var line: Int

  package init(
    say: String? = nil, deed: Deed = .nothing, device: String? = nil, name: String? = nil, failure: String? = nil,
    answer: JSONValue? = nil, expectations: Expectations = Expectations(), line: Int = 1
  ) {
    self.say = say
    self.deed = deed
    self.device = device
    self.name = name
    self.failure = failure
    self.answer = answer
    self.expectations = expectations
    self.line = line
  }
}

/// One move on the dashboard.
package enum Move: Hashable, Sendable {
  /// An action of the action table.
  case action(Action)
  /// Put the cursor on a product, by its id.
  case product(String)
  /// Put the cursor of the sheet in front on the row that contains a text.
  case choose(String)
  /// Type into the field in front.
  case type(String)
}
