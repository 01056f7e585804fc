import CGetopt
import Core

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The words and options of one command line; the options may come anywhere.
struct Arguments: Sendable {
  /// The words that are not options, in order.
  var words: [String]
  private var values: [String: [String]] = [:]

  /// Parses the arguments after the program's name with `getopt_long`.
  ///
  /// - Throws: A `UsageError` that names the wrong argument.
  init(_ arguments: [String]) throws(UsageError) {
    let options = CommandOption.global + CommandOption.particular
    let strings = (["till"] + arguments).map { strdup($0) }
    let names = options.map { strdup($0.name) }
    defer { (strings + names).forEach { free($0) } }
    var table = options.indices.map { index in
      option(
        name: names[index],
        has_arg: options[index].argument == nil
          ? no_argument : options[index].isOptional ? optional_argument : required_argument, flag: nil,
        val: Int32(256 + index))
    }
    table.append(option(name: nil, has_arg: 0, flag: nil, val: 0))
    var remaining = strings + [nil]
    let (found, refused, end) = Self.turn.withLock { _ in Self.options(of: &remaining, as: table, named: options) }
    if let refused { throw Self.refusal(of: refused, options: options) }
    words = remaining[end..<strings.count].compactMap { $0.map { String(cString: $0) } }
    for (option, value) in found { values[option.name, default: []].append(value) }
  }

  /// `getopt_long` keeps its position in global variables, so only one command line is parsed at a time.
  private static let turn = Mutex(())

  /// Moves the options before the words in the arguments, and collects them.
  ///
  /// - Returns: The options, the first argument that is unknown or lacks its value, and the index of the first word.
  private static func options(
    of arguments: inout [UnsafeMutablePointer<CChar>?], as table: [option], named options: [CommandOption]
  ) -> (found: [(CommandOption, String)], refused: String?, end: Int) {
    var found: [(CommandOption, String)] = []
    till_getopt_reset()
    while true {
      let next = till_getopt_next(Int32(arguments.count - 1), &arguments, table)
      let end = Int(next.index)
      if next.code == -1 { return (found, nil, end) }
      if next.code == Int32(UInt8(ascii: "h")) {
        found.append((CommandOption("help", nil, ""), ""))
      } else if next.code >= 256 {
        found.append((options[Int(next.code) - 256], next.value.map { String(cString: $0) } ?? ""))
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

  private static func refusal(of argument: String, options: [CommandOption]) -> UsageError {
    let name = argument.drop { $0 == "-" }.prefix { $0 != "=" }
    if let option = options.first(where: { $0.name == name }) {
      return UsageError(
        option.argument.map { say("--\(option.name) needs a value; write --\(option.name) \($0)") }
          ?? say("--\(option.name) takes no value"))
    }
    let near = nearest(to: String(name), among: options.map(\.name))
    return UsageError(ArgumentText.unknownOption(safeText(argument), near: near).text)
  }

  /// The names of all options on the command line.
  var given: Set<String> { Set(values.keys) }

  /// Returns whether the command line has the switch.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// Returns the last value of an option.
  ///
  /// Setting it replaces all values of the option; nil removes the option.
  subscript(name: String) -> String? {
    get { values[name]?.last }
    set { values[name] = newValue.map { [$0] } }
  }

  /// Replaces every value of an option.
  mutating func set(_ name: String, to texts: [String]) { values[name] = texts.isEmpty ? nil : texts }

  /// Returns every value of an option that may be repeated.
  func all(_ name: String) -> [String] { values[name] ?? [] }

  /// Returns the value of an option as a whole number.
  ///
  /// - Throws: A `UsageError` that names the option and its value.
  func number(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = self[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        say(
          "invalid --\(name) “\(safeText(text))”; use a whole number "
            + "from \(range.lowerBound) to \(range.upperBound)"))
    }
    return number
  }
}

extension Arguments {
  /// The options that say which store to open.
  var storeOptions: StoreOptions {
    var options = StoreOptions()
    options.directory = self["store"]
    options.backend = self["backend"]
    options.caseName = self["case"]
    options.catalogue = self["catalog"]
    options.roots = all("root")
    options.bundleId = self["bundle-id"]
    options.environment = self["environment"]
    options.key = self["key"]
    options.keyId = self["key-id"]
    options.issuer = self["issuer"]
    options.profile = self["profile"]
    options.offlineValidity = self["offline-validity"]
    options.serverGrace = self["server-grace"]
    options.verification = self["verify-with"]
    options.isDemo = has("demo")
    options.scene = self["demo"].flatMap { $0.isEmpty ? nil : $0 }
    options.isReadOnly = has("readonly")
    options.isUnlocked = has("unlock")
    return options
  }
}
