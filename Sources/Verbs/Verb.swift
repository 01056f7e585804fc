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
  /// The parameters after those words, in the order of the usage line.
  package let parameters: [VerbParameter]
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
    /// The products have new prices or names.
    case newPrices
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
    _ words: String, _ parameters: VerbParameter..., name: String? = nil, summary: Words, isReading: Bool = false,
    asksFirst: Bool = false, effect: Effect? = nil, access: Access = .everywhere,
    setting: VerbSetting? = nil, places: [VerbPlace] = [],
    inFiles: Bool = false, switches: (any WritableKeyPath<AppStoreSettings, Bool> & Sendable)? = nil
  ) {
    self.name = name ?? words
    self.words = words.split(separator: " ").map(String.init)
    self.parameters = parameters
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
    + history
    + inner

  private static let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// Returns the verb with a name, if there is one.
  package static func named(_ name: String) -> Verb? { byName[name] }

  /// The usage after `till simulator`: `extend SUB DAYS`.
  package var usage: String {
    (words + parameters.map(\.usage) + (asksFirst ? ["[--yes]"] : [])).joined(separator: " ")
  }

  /// The usage as a full command line.
  package var fullUsage: String { "till simulator " + usage }

  /// The names of the verb's options.
  package var options: [String] { parameters.filter(\.isOption).map(\.name) }

  /// The options of all verbs; an option of several verbs is listed once, as the first verb declares it.
  package static let allOptions: [VerbParameter] = {
    var names: Set<String> = []
    return all.flatMap(\.parameters).filter { $0.isOption && names.insert($0.name).inserted }
  }()
}

/// A parameter in its position in a verb.
package struct VerbParameter: Sendable {
  package let name: String
  package let placeholder: String?
  package let help: Words
  /// Whether the parameter is an option (`--name`) instead of a word.
  package let isOption: Bool
  package let isRequired: Bool
  /// What the value gives access to: nothing, a file, or anything.
  package let reach: Reach
  /// The JSON Schema of the value.
  let valueSchema: JSONObject
  /// Parses the written form.
  let parse: @Sendable (String) throws(StoreError) -> JSONValue
  /// Returns the value's written form; nil for a value of another type.
  let text: @Sendable (JSONValue) -> String?

  private init<Value>(_ parameter: Parameter<Value>, isOption: Bool, isRequired: Bool) {
    name = parameter.name
    placeholder = parameter.placeholder
    help = parameter.help
    self.isOption = isOption
    self.isRequired = isRequired
    reach = parameter.reach
    valueSchema = Value.schema
    parse = { text throws(StoreError) in try parameter.parse(text).argument }
    text = { json in Value(argument: json).map(parameter.text) }
  }

  /// Declares a required word.
  static func word<Value>(_ parameter: Parameter<Value>) -> VerbParameter {
    VerbParameter(parameter, isOption: false, isRequired: true)
  }

  /// Declares an optional word.
  static func maybe<Value>(_ parameter: Parameter<Value>) -> VerbParameter {
    VerbParameter(parameter, isOption: false, isRequired: false)
  }

  /// Declares an optional option.
  static func option<Value>(_ parameter: Parameter<Value>) -> VerbParameter {
    VerbParameter(parameter, isOption: true, isRequired: false)
  }

  /// Declares a required option, which distinguishes two verbs with the same words.
  static func needed<Value>(_ parameter: Parameter<Value>) -> VerbParameter {
    VerbParameter(parameter, isOption: true, isRequired: true)
  }

  /// Whether the parameter is an option without a value.
  var isSwitch: Bool { isOption && placeholder == nil }

  /// The parameter's form in the usage line.
  var usage: String {
    let form = isOption ? "--\(name)" + (placeholder.map { " " + $0 } ?? "") : placeholder ?? name
    return isRequired ? form : "[\(form)]"
  }

  /// Returns whether a value from a request is one that a person could have typed.
  func accepts(_ json: JSONValue) -> Bool {
    guard let text = text(json) else { return false }
    return (try? parse(text)) == json
  }
}
