/// A story that is told with the dashboard and tests itself, or the same steps without a story: a scenario.
package struct Walkthrough: Hashable, Sendable {
  package var title: String
  /// What it is about, for the person who watches; nil in a scenario.
  package var story: String?
  package var start: StartingState
  package var steps: [Step]
  /// What to tell the customer at the end; nil in a scenario.
  package var tell: String?

  package init(
    title: String, story: String? = nil, start: StartingState = StartingState(), steps: [Step], tell: String? = nil
  ) {
    self.title = title
    self.story = story
    self.start = start
    self.steps = steps
    self.tell = tell
  }

  /// Whether it tells no story.
  package var isScenario: Bool { story == nil }
}
