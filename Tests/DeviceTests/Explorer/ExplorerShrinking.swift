import Core
import TillApp

/// A world in which a kind of lie is told, in as few and as plain commands as it takes.
struct ExplorerExample {
  let actions: [ExplorerAction]
  let lie: ExplorerLie
  let world: ExplorerWorld

  /// So many worlds are tried to shrink one.
  private static let mostTries = 150

  /// Shrinks a world in which a kind of lie is told; nil where it is not told again.
  static func shrunk(_ actions: [ExplorerAction], to kind: ExplorerLie.Kind, seed: UInt64) throws -> ExplorerExample? {
    var tries = 0
    func example(_ actions: [ExplorerAction]) throws -> ExplorerExample? {
      guard tries < mostTries else { return nil }
      tries += 1
      var planted = Set(ExplorerFlaw.allCases)
      let run = ExplorerRun(actions, seed: seed, ending: .only(kind.promise))
      let (statistics, world) = try run.explore(planted: &planted)
      return statistics.lies[kind].map { ExplorerExample(actions: actions, lie: $0.example, world: world) }
    }
    guard var best = try example(actions) else { return nil }
    var size = max(1, actions.count / 2)
    while size > 0 {
      var start = 0
      while start < best.actions.count {
        var shorter = best.actions
        shorter.removeSubrange(start..<min(start + size, shorter.count))
        if let next = try example(shorter) { best = next } else { start += size }
      }
      size /= 2
    }
    for index in best.actions.indices {
      for plainer in best.actions[index].plainer {
        var actions = best.actions
        actions[index] = plainer
        if let next = try example(actions) { best = next }
      }
    }
    return best
  }
}

extension ExplorerAction {
  /// The same action in plainer words, the plainest first.
  fileprivate var plainer: [ExplorerAction] {
    var plainer: [ExplorerAction] = []
    if let place = words.firstIndex(where: { ["--quantity", "--token", "--once"].contains($0) }) {
      var shorter = words
      shorter.removeSubrange(place..<min(words.count, place + (words[place] == "--once" ? 1 : 2)))
      plainer.append(ExplorerAction(device, shorter))
    }
    for (index, word) in words.enumerated() {
      var other = words
      if ExplorerAction.products.contains(word), word != Shop.premium { other[index] = Shop.premium }
      if let (kind, number) = Self.symbol(word), number > 0 { other[index] = "@\(kind)0" }
      if other != words { plainer.append(ExplorerAction(device, other)) }
    }
    if device != Self.devices[0] { plainer.append(ExplorerAction(Self.devices[0], words)) }
    return plainer
  }
}

extension ExplorerExample {
  /// What each id is called in the commands and in the scenario.
  private var names: [String: String] {
    var names: [String: String] = [:]
    for typed in world.typed {
      for id in typed.made where names[id] == nil { names[id] = "t\(names.count)" }
      for name in ["transactionId", "orderId"] {
        guard typed.words[0] == "buy", let id = typed.document[name]?.stringValue, names[id] == nil,
          !typed.made.contains(id)
        else { continue }
        names[id] = (name == "orderId" ? "order" : "t") + "\(names.count)"
      }
    }
    return names
  }

  /// The commands that a person types to see it, in a folder of their own.
  var commands: String {
    let names = names
    let used = Set(world.typed.flatMap(\.words)).intersection(names.keys)
    let url = "http://127.0.0.1:8421"
    let place =
      switch world.parties {
      case .files: "--backend simulator:appstore.db"
      case .url: "--backend \(url) --verify-with \(url)"
      case .noServer: "--backend simulator:appstore.db --verify-with none"
      }
    var lines = world.isOverHTTP ? ["till serve --store . --port 8421 &"] : []
    for typed in world.typed {
      func till(_ words: String) -> String { "till --store \(typed.action.device) \(place) \(words)" }
      let isAsked: Set<String> = ["new-device", "reinstall", "order", "ask-refund", "transfer"]
      let words = typed.words.map { word in names[word].map { used.contains(word) ? "\"$\($0)\"" : word } ?? word }
      lines.append(till(words.joined(separator: " ") + (isAsked.contains(typed.words[0]) ? " --yes" : "")))
      for id in typed.made where used.contains(id) {
        lines.append(
          "\(names[id] ?? "")=$(\(till("simulator transactions --json")) | jq -r .transactions[0].transactionId)")
      }
      for member in ["transactionId", "orderId"] {
        guard typed.words[0] == "buy", let id = typed.document[member]?.stringValue, used.contains(id),
          !typed.made.contains(id)
        else { continue }
        let list = member == "orderId" ? "orders --json" : "simulator pending --json"
        let path = member == "orderId" ? ".orders[0].orderId" : ".pending[0].transactionId"
        lines.append("\(names[id] ?? "")=$(\(till(list)) | jq -r \(path))")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The same as a scenario file.
  var scenario: String {
    let names = names
    func quoted(_ text: String) -> String {
      "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
    var lines = ["// \(lie.kind)", "// said: \(lie.said)", "// true: \(lie.truth)", "{"]
    lines.append("  title: \(quoted("\(lie.kind)")),")
    lines.append("  steps: [")
    for typed in world.typed {
      let words = typed.words.map { word in names[word].map { "$" + $0 } ?? word }
      var members = ["run: \(quoted(words.joined(separator: " ")))", "device: \(quoted(typed.action.device))"]
      if let id = typed.made.last, let name = names[id] { members.append("as: \(quoted(name))") }
      if typed.status != .done { members.append("fails: ''") }
      lines.append("    {\(members.joined(separator: ", "))},")
    }
    lines.append("  ],\n}")
    return lines.joined(separator: "\n")
  }
}
