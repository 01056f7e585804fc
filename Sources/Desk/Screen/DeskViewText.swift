import Texts

/// What the saved views are called, and what the desk says of them.
enum DeskViewText: Sentence {
  case title(SavedView)
  case noView(String)
}
