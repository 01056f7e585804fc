package import AppStoreModel
package import Core

/// A verb of the App Store: the one row from which the command line, its help, the wire and
/// the dashboard's keys, menus and settings are made.
///
/// Its effect is its rule, `VerbRule`, where the App Store is.
package struct Verb: Hashable, Sendable {
  /// Its name, unique; where it needs no other, the words of the command line.
  package let name: String
  /// The words behind `till simulator` that name it.
  package let words: [String]
  /// The parameters behind those words, in the order of the usage line.
  package let parameters: [VerbParameter]
  /// Its summary, as one line of the help.
  package let summary: Words
  /// Whether it changes nothing.
  package let isReading: Bool
  /// Whether it may ask first, since it cannot be taken back; `--yes` answers.
  package let asksFirst: Bool
  /// The device's work afterwards.
  package let effect: Effect?
  /// The callers that may give it.
  package let access: Access
  /// Its row in the list of settings; nil for a verb that is no setting.
  package let setting: VerbSetting?
  /// Where the dashboard offers it.
  package let places: [VerbPlace]
  /// Whether walkthrough and scenario files may give it; a row that does not say so is refused there, since such files
  /// come from others.
  package let inFiles: Bool
  /// The setting that it switches on and off, where that is all that it does.
  package let switches: (any WritableKeyPath<AppStoreSettings, Bool> & Sendable)?

  /// The effect of a verb on the devices of the App Store.
  package enum Effect: Hashable, Sendable {
    /// The products have other prices or names.
    case newPrices
    /// A new epoch: devices begin anew.
    case newEpoch
  }

  /// Where a verb can be given.
  package enum Access: Hashable, Sendable {
    case everywhere
    /// Other commands give it; `till simulator` has no word for it.
    case otherCommands
    /// On the command line alone, in files of its own.
    case commandLine
  }

  /// A row.
  ///
  /// - Parameters:
  ///   - words: Its words behind `till simulator`.
  ///   - name: Its name where another verb has the same words.
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

  /// Every verb, in the order of the help.
  package static let all: [Verb] =
    clock + decisions + subscriptions + settings + accounts + purchases + faults + lists + notifications + bench
    + history
    + inner

  private static let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// The verb of a name, if there is one.
  package static func named(_ name: String) -> Verb? { byName[name] }

  /// Its form behind `till simulator`: `extend SUB DAYS`.
  package var usage: String {
    (words + parameters.map(\.usage) + (asksFirst ? ["[--yes]"] : [])).joined(separator: " ")
  }

  /// Its form on the command line.
  package var fullUsage: String { "till simulator " + usage }

  /// The options that it takes, by name.
  package var options: [String] { parameters.filter(\.isOption).map(\.name) }

  /// The options that any verb takes, each once, as the first of them has it.
  package static let allOptions: [VerbParameter] = {
    var names: Set<String> = []
    return all.flatMap(\.parameters).filter { $0.isOption && names.insert($0.name).inserted }
  }()
}

/// A parameter in its place in a verb.
package struct VerbParameter: Sendable {
  package let name: String
  package let placeholder: String?
  package let help: Words
  /// Whether it is behind the words and not behind two dashes.
  package let isOption: Bool
  package let isRequired: Bool
  /// The things that its value gives access to.
  package let reach: Reach
  /// Its JSON Schema on the wire.
  let valueSchema: JSONObject
  /// Reads the written form.
  let parse: @Sendable (String) throws(StoreError) -> JSONValue
  /// The value as a person writes it; nil for one of another type.
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

  /// A word that must be there.
  static func word<Value>(_ parameter: Parameter<Value>) -> VerbParameter {
    VerbParameter(parameter, isOption: false, isRequired: true)
  }

  /// A word that may be there.
  static func maybe<Value>(_ parameter: Parameter<Value>) -> VerbParameter {
    VerbParameter(parameter, isOption: false, isRequired: false)
  }

  /// An option that may be given.
  static func option<Value>(_ parameter: Parameter<Value>) -> VerbParameter {
    VerbParameter(parameter, isOption: true, isRequired: false)
  }

  /// An option without which this is another verb.
  static func needed<Value>(_ parameter: Parameter<Value>) -> VerbParameter {
    VerbParameter(parameter, isOption: true, isRequired: true)
  }

  /// Whether it is an option without a value.
  var isSwitch: Bool { isOption && placeholder == nil }

  /// Its form in the usage line.
  var usage: String {
    let form = isOption ? "--\(name)" + (placeholder.map { " " + $0 } ?? "") : placeholder ?? name
    return isRequired ? form : "[\(form)]"
  }

  /// Whether a value that came from elsewhere is one that a person could have written.
  func accepts(_ json: JSONValue) -> Bool {
    guard let text = text(json) else { return false }
    return (try? parse(text)) == json
  }
}
