package import AppStoreModel
package import Core

/// A verb of the App Store: one row that defines the command line, its help, the control API, and the dashboard's part.
///
/// The simulator implements the verb's effect in its `VerbRule`.
package struct Verb: Hashable, Sendable {
  /// The unique name; the words of the command line, unless another verb has the same words.
  package let name: String
  /// The words after `till simulator` that name the verb.
  package let words: [String]
  /// The words, parameters and options of the usage line.
  package let form: UsageForm
  /// The parameters after the verb's words, in the order of the usage line.
  package var parameters: [AnyParameter] { form.parameters }
  /// One line for the help.
  package let summary: Words
  /// Whether the verb changes nothing.
  package let isReading: Bool
  /// Whether the verb may ask for confirmation, because it cannot be undone; `--yes` confirms it.
  package let asksFirst: Bool
  /// The verb's effect on devices; nil for none.
  package let effect: Effect?
  /// The callers that may use the verb.
  package let access: Access
  /// The verb's row in the list of settings; nil for a verb that is not a setting.
  package let setting: VerbSetting?
  /// The places where the dashboard offers the verb.
  package let places: [VerbPlace]
  /// Whether walkthrough and scenario files may use the verb.
  ///
  /// The default is no, because people share such files.
  package let inFiles: Bool
  /// The setting that the verb switches on and off; nil for a verb that does anything else.
  package let switches: (any WritableKeyPath<AppStoreSettings, Bool> & Sendable)?

  /// The effect of a verb on the App Store's devices.
  package enum Effect: Hashable, Sendable {
    /// The products have new prices or names, or devices may make payments or no longer.
    case newListing
    /// A new epoch: each device starts again.
    case newEpoch
  }

  /// The callers that may use a verb.
  package enum Access: Hashable, Sendable {
    case everywhere
    /// Other commands use it; `till simulator` does not offer it.
    case otherCommands
    /// Only the command line offers it, because it works on the person's own files.
    case commandLine
  }

  /// Creates a verb's row.
  ///
  /// - Parameters:
  ///   - words: The words after `till simulator`.
  ///   - name: The verb's name where another verb has the same words.
  init(
    _ words: String, _ items: UsageForm.Item..., name: String? = nil, summary: Words, isReading: Bool = false,
    asksFirst: Bool = false, effect: Effect? = nil, access: Access = .everywhere,
    setting: VerbSetting? = nil, places: VerbPlace...,
    inFiles: Bool = false, switches: (any WritableKeyPath<AppStoreSettings, Bool> & Sendable)? = nil
  ) {
    self.name = name ?? words
    self.words = words.split(separator: " ").map(String.init)
    let literals = self.words.map(UsageForm.Item.literal)
    form = UsageForm(literals + items + (asksFirst ? [.shown("[--yes]")] : []), summary: summary)
    self.summary = summary
    self.isReading = isReading
    self.asksFirst = asksFirst
    self.effect = effect
    self.access = access
    self.setting = setting
    self.places = places
    self.inFiles = inFiles
    self.switches = switches
  }

  package static func == (one: Verb, other: Verb) -> Bool { one.name == other.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// All verbs, in the order of the help.
  package static let all: [Verb] =
    clock + decisions + subscriptions + settings + accounts + purchases + faults + lists + notifications + bench
    + history + inner

  /// Returns the verb with a name, if there is one.
  package static func named(_ name: String) -> Verb? { all.first { $0.name == name } }

  /// The usage after `till simulator`: `extend SUB DAYS`.
  package var usage: String { form.text }

  /// The usage as a full command line.
  package var fullUsage: String { "till simulator " + usage }

  /// The names of the verb's options.
  package var options: [String] { parameters.filter(\.isOption).map(\.name) }
}
