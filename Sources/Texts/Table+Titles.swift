package import SafeText

extension Table {
  /// A table whose columns have titles in the language of this run.
  package init(titles: [Words]) { self.init(titles.map(\.text)) }
}
