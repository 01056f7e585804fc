import Core
import Dashboard
import TerminalUI
import TestSupport
import Testing

@testable import TillApp

/// The first and the last step of each walkthrough, done by pressing what its panel says.
@Suite(.serialized, .startsPrograms) struct PressedWalkthroughTests {
  /// Without paid-and-nothing: where a test hurries it, its purchase with a bad signature is credited.
  private static let names = WalkthroughLibrary.paths().map(WalkthroughFile.name).filter { $0 != "paid-and-nothing" }
  private static let sizes = [Size(width: 60, height: 16), Size(width: 80, height: 24), Size(width: 140, height: 40)]

  /// A walkthrough at a size in a language; each walkthrough has one of the six pairs, the next one the next pair.
  private static let cases = names.enumerated().map { index, name in
    // A server's thread speaks the language of the run and not that of a test.
    let isServed = (try? WalkthroughLibrary.file(named: name))?.walkthrough.start.backends.isEmpty == false
    return (name, sizes[index % 3], index % 2 == 0 || isServed ? "en" : "zh")
  }

  /// A person who plays a walkthrough.
  private struct Person {
    let player: WalkthroughPlayer
    private let terminal: RecordingTerminal

    init(_ name: String, _ size: Size) throws {
      player = try WalkthroughPlayer(WalkthroughLibrary.file(named: name), size: size)
      terminal = RecordingTerminal(size: size)
      player.start()
      settle()
    }

    var panel: WalkthroughPanel? { player.runtime.state.walkthrough }

    /// Lets everything under way end; Till's own keys are hurried.
    func settle() {
      var quiet = 0
      let end = ContinuousClock.now + .seconds(20)
      while quiet < 3, ContinuousClock.now < end {
        let before = panel
        player.runtime.takePosted()
        player.runtime.settle()
        if panel?.status == .playing { _ = player.perform(.goOn, on: terminal) }
        player.attend()
        let isQuiet = player.runtime.state.isIdle && panel == before && panel?.status != .playing
        quiet = isQuiet ? quiet + 1 : 0
      }
    }

    /// Presses Space until its effect is there.
    func goOn() {
      _ = player.perform(.goOn, on: terminal)
      settle()
    }

    /// Presses a key.
    func press(_ key: Key) {
      player.runtime.receive(.key(key))
      for case .walkthrough(let move) in player.runtime.takeScreenEffects() { _ = player.perform(move, on: terminal) }
      settle()
    }
  }

  @Test(arguments: cases) func firstAndLastStepAreDoneByWhatIsWritten(
    _ name: String, _ size: Size, _ language: String
  ) throws {
    try Language.$spoken.withValue(Language(named: language)) {
      let person = try Person(name, size)
      defer { person.player.close() }
      let steps = person.player.file.walkthrough.steps
      for index in steps.indices {
        person.goOn()
        #expect(person.panel?.step == index + 1, "Space leads to step \(index + 1)")
        // A step about the product that is selected already is done as soon as it is told.
        if steps[index].isLook, person.panel?.status == .done { continue }
        let isPressed = index == 0 || index == steps.count - 1
        switch (steps[index].deed, isPressed) {
        case (.nothing, _): break
        case (.moves(let moves), true): try press(moves, of: steps[index], by: person)
        default: person.goOn()
        }
        guard steps[index].deed != .nothing || !steps[index].expectations.isEmpty else { continue }
        #expect(
          person.panel?.status == .done, "\(name), step \(index + 1): \(String(describing: person.panel?.status))")
      }
      person.goOn()
      #expect(person.panel?.status == .ended)
    }
  }

  /// Makes the moves of a step; each action by the key that the panel names for it.
  private func press(_ moves: [Move], of step: Step, by person: Person) throws {
    for (index, move) in moves.enumerated() {
      let state = person.player.runtime.state
      guard case .action(let action) = move else {
        let events = try state.events(for: move.resolved(with: person.player.stage.names)).get()
        events.forEach(person.player.runtime.receive)
        person.settle()
        continue
      }
      let hint = Step.hint(for: action, after: index == 0 ? nil : moves[index - 1])
      #expect(person.panel?.hints.contains(hint) == true, "\(hint) is written")
      let name = hint.key
      let keys = try Key.parse(script: name == "<" ? "<lt>" : name.count == 1 ? name : "<\(name)>")
      keys.forEach(person.press)
    }
  }

  @Test func anotherProductIsNeverAsExpected() throws {
    let person = try Person("first-purchase", Size(width: 100, height: 30))
    defer { person.player.close() }
    person.goOn()
    person.press("j")
    person.press("b")
    guard case .otherwise(let reasons)? = person.panel?.status else {
      Issue.record("\(String(describing: person.panel?.status))")
      return
    }
    #expect(reasons.first?.contains("this step is about") == true, "\(reasons)")
    // Space leads back to the step and does it.
    person.goOn()
    #expect(person.panel?.status == .done)
  }

  @Test func aStepThatLooksAtAProductWaitsUntilItIsSelected() throws {
    let person = try Person("paid-and-nothing", Size(width: 100, height: 36))
    defer { person.player.close() }
    while (person.panel?.step ?? 0) < 6 { person.goOn() }
    #expect(person.panel?.status == .waiting && person.panel?.hints.map(\.title) == ["select Dark icons"])
    person.press("j")
    #expect(person.panel?.status == .done)
  }

  @Test func payingEarlyIsNoDeadEnd() throws {
    let person = try Person("first-purchase", Size(width: 100, height: 30))
    defer { person.player.close() }
    person.goOn()
    person.press("b")
    person.press(.enter)
    for _ in 0..<12 where person.panel?.status != .ended { person.goOn() }
    #expect(person.panel?.status == .ended)
  }
}

extension Step {
  /// Whether the step only selects a product.
  fileprivate var isLook: Bool {
    guard case .moves(let moves) = deed, moves.count == 1, case .product? = moves.first else { return false }
    return true
  }
}
