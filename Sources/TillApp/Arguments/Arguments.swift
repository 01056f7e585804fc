import AppStoreModel
import CGetopt
import Core
import Libc
import Verbs

/// The words and options of one command line; the options may come anywhere.
struct Arguments: Sendable {
  /// The words that are not options, in order.
  var words: [String]
  private var values: [String: [String]] = [:]

  /// Parses the arguments after the program's name with `getopt_long`.
  ///
  /// - Throws: A `UsageError` that names the wrong argument.
  init(_ arguments: [String]) throws(UsageError) {
    // Few options belong to the commands that are named; only a wrong argument is compared with all of them. So is a
    // shortened name, because it may be the whole name of another command's option.
    let few = CommandTable.options(named: arguments)
    let names = Set(few.map(\.name))
    let isWritten = arguments.allSatisfy {
      !$0.hasPrefix("--") || names.contains(String($0.dropFirst(2).prefix { $0 != "=" }))
    }
    if isWritten, let known = Arguments(arguments, options: few, refused: { _ in }) {
      self = known
      return
    }
    let options = CommandTable.options
    var wrong: String?
    guard let known = Arguments(arguments, options: options, refused: { wrong = $0 }) else {
      throw Self.refusal(of: wrong ?? "", options: options)
    }
    self = known
  }

  /// Parses the arguments by a list of options; returns nil where one argument is refused.
  private init?(_ arguments: [String], options: [AnyParameter], refused report: (String) -> Void) {
    let strings = (["till"] + arguments).map { strdup($0) }
    let names = options.map { strdup($0.name) }
    defer { (strings + names).forEach { free($0) } }
    var table = options.indices.map { index in
      option(
        name: names[index],
        has_arg: options[index].isSwitch
          ? no_argument : options[index].isValueOptional ? optional_argument : required_argument, flag: nil,
        val: Int32(256 + index))
    }
    table.append(option(name: nil, has_arg: 0, flag: nil, val: 0))
    var remaining = strings + [nil]
    let (found, refused, end) = Self.turn.withLock { _ in Self.options(of: &remaining, as: table, named: options) }
    if let refused {
      report(refused)
      return nil
    }
    words = remaining[end..<strings.count].compactMap { $0.map { String(cString: $0) } }
    for (name, value) in found { values[name, default: []].append(value) }
  }

  /// `getopt_long` keeps its position in global variables, so only one command line is parsed at a time.
  private static let turn = Mutex(())

  /// Moves the options before the words in the arguments, and collects them.
  ///
  /// - Returns: The options, the first argument that is unknown or lacks its value, and the index of the first word.
  private static func options(
    of arguments: inout [UnsafeMutablePointer<CChar>?], as table: [option], named options: [AnyParameter]
  ) -> (found: [(String, String)], refused: String?, end: Int) {
    var found: [(String, String)] = []
    till_getopt_reset()
    while true {
      let next = till_getopt_next(Int32(arguments.count - 1), &arguments, table)
      let end = Int(next.index)
      if next.code == -1 { return (found, nil, end) }
      if next.code == Int32(UInt8(ascii: "h")) {
        found.append((Parameter.help.name, ""))
      } else if next.code >= 256 {
        found.append((options[Int(next.code) - 256].name, next.value.map { String(cString: $0) } ?? ""))
      } else {
        return (found, arguments[max(1, end - 1)].map { String(cString: $0) } ?? "", end)
      }
    }
  }

  /// Creates arguments that other code has parsed.
  ///
  /// - Parameter values: The values of each option by its name; a switch has an empty text.
  init(words: [String], values: [String: [String]]) {
    self.words = words
    self.values = values.filter { !$0.value.isEmpty }
  }

  private static func refusal(of argument: String, options: [AnyParameter]) -> UsageError {
    let name = argument.drop { $0 == "-" }.prefix { $0 != "=" }
    if let option = options.first(where: { $0.name == name }) {
      return UsageError(
        option.placeholder.map { say("--\(option.name) needs a value; write --\(option.name) \($0)") }
          ?? say("--\(option.name) takes no value"))
    }
    let near = nearest(to: String(name), among: options.map(\.name))
    return UsageError(
      say(
        "unknown option “\(safeText(argument))”; \(remedy(near: near.map { "--" + $0 }, listedBy: "till help"))"))
  }

  /// Returns whether the command line has an option.
  func has<Value>(_ parameter: Parameter<Value>) -> Bool { values[parameter.name] != nil }

  /// Returns the last value of an option; nil where the command line does not have it.
  ///
  /// - Throws: A `UsageError` that names the option and its value.
  subscript<Value>(parameter: Parameter<Value>) -> Value? {
    get throws(UsageError) {
      guard let text = values[parameter.name]?.last else { return nil }
      return try Self.value(of: parameter, text)
    }
  }

  /// Returns every value of an option that may be repeated.
  func all<Value>(_ parameter: Parameter<Value>) throws(UsageError) -> [Value] {
    try (values[parameter.name] ?? []).map { text throws(UsageError) in try Self.value(of: parameter, text) }
  }

  private static func value<Value>(of parameter: Parameter<Value>, _ text: String) throws(UsageError) -> Value {
    do throws(StoreError) { return try parameter.parse(text) } catch { throw UsageError(error.message) }
  }
}

/// The written forms of options, for code that treats them all alike.
extension Arguments {
  /// The names of all options on the command line.
  var given: Set<String> { Set(values.keys) }

  /// Returns every written value of an option; a switch has an empty one.
  func texts(of name: String) -> [String] { values[name] ?? [] }

  /// Replaces every value of an option; without a value, the option is removed.
  mutating func set(_ name: String, to texts: [String]) { values[name] = texts.isEmpty ? nil : texts }
}

extension Arguments {
  /// The options that say which store to open.
  var storeOptions: StoreOptions {
    var options = StoreOptions()
    func text(_ parameter: Parameter<String>) -> String? { values[parameter.name]?.last }
    options.directory = text(.store)
    options.backend = text(.backend)
    options.caseName = text(.caseName)
    options.catalogue = text(.catalog)
    options.roots = values[Parameter.root.name] ?? []
    options.bundleId = text(.bundleId)
    options.environment = text(.environmentName)
    options.key = text(.key)
    options.keyId = text(.keyId)
    options.issuer = text(.issuer)
    options.profile = text(.profile)
    options.offlineValidity = text(.offlineValidity)
    options.serverGrace = text(.serverGrace)
    options.verification = text(.verifyWith)
    options.isDemo = has(.scene)
    options.scene = text(.scene).flatMap { $0.isEmpty ? nil : $0 }
    options.isReadOnly = has(.readonly)
    options.isUnlocked = has(.unlock)
    return options
  }
}
