import Core

/// The Chinese texts of a walkthrough file, from its field `zh`.
struct Translation {
  private let title: String
  private let story: String?
  /// The text of each step; empty in a scenario.
  private let say: [String]
  private let tell: String?
  /// The Chinese screen texts of rows and messages, by the English texts that the steps expect.
  private let words: [String: String]

  init(_ object: JSONObject, of walkthrough: Walkthrough) throws(JSONError) {
    try object.allow(["title", "story", "say", "tell", "words"], in: "a translation")
    title = try object.sentence("title")
    let isStory = !walkthrough.isScenario
    story = isStory ? try object.sentence("story") : nil
    tell = isStory ? try object.sentence("tell") : nil
    say = try object.strings("say") ?? []
    guard say.count == (isStory ? walkthrough.steps.count : 0) else {
      throw JSONError.invalid(
        "say",
        Words(
          walkthrough.steps.count,
          "needs one text for each step of the story, and none in a scenario: \(walkthrough.steps.count) step",
          "needs one text for each step of the story, and none in a scenario: \(walkthrough.steps.count) steps"))
    }
    var words: [String: String] = [:]
    for (english, other) in try object.object("words") ?? [:] { words[english] = other.stringValue }
    self.words = words
  }

  /// Returns the walkthrough with these texts.
  func applied(to walkthrough: Walkthrough) -> Walkthrough {
    var result = walkthrough
    (result.title, result.story, result.tell) = (title, story, tell)
    for index in result.steps.indices {
      if !say.isEmpty { result.steps[index].say = say[index] }
      result.steps[index].failure = result.steps[index].failure.map(translated)
      result.steps[index].expectations.shows = result.steps[index].expectations.shows.map(translated)
      result.steps[index].expectations.hides = result.steps[index].expectations.hides.map(translated)
      guard case .moves(let moves) = result.steps[index].deed else { continue }
      result.steps[index].deed = .moves(
        moves.map { if case .choose(let text) = $0 { .choose(translated(text)) } else { $0 } })
    }
    return result
  }

  private func translated(_ text: String) -> String { words[text] ?? text }
}
