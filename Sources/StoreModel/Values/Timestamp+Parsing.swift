extension Timestamp {
  /// The instant that a text in the order of ISO 8601 names in UTC: `2025-03-01`, `2025-03-01 12:00`,
  /// `2025-03-01T12:00:05Z`; nil for any other text, and for a day or time that does not exist.
  package init?(utc text: String) {
    var rest = Substring(text)
    guard let year = rest.takeNumber(ofDigits: 4), rest.take("-"), let month = rest.takeNumber(ofDigits: 2),
      rest.take("-"), let day = rest.takeNumber(ofDigits: 2), (1...12).contains(month),
      (1...CivilDate.days(inMonth: month, of: Int64(year))).contains(day)
    else { return nil }
    var seconds = CivilDate(year: Int64(year), month: month, day: day).daysSince1970 * 86_400
    if rest.take("T") || rest.take(" ") {
      guard let hour = rest.takeNumber(ofDigits: 2), hour < 24, rest.take(":"),
        let minute = rest.takeNumber(ofDigits: 2), minute < 60
      else { return nil }
      seconds += Int64(hour * 3600 + minute * 60)
      if rest.take(":") {
        guard let second = rest.takeNumber(ofDigits: 2), second < 60 else { return nil }
        seconds += Int64(second)
      }
      _ = rest.take("Z")
    }
    guard rest.isEmpty else { return nil }
    self.init(milliseconds: seconds * 1000)
  }
}

extension Substring {
  /// Takes a character from the front, if it is there.
  fileprivate mutating func take(_ character: Character) -> Bool {
    guard first == character else { return false }
    removeFirst()
    return true
  }

  /// Takes a number of exactly so many digits from the front.
  fileprivate mutating func takeNumber(ofDigits count: Int) -> Int? {
    let digits = prefix(count)
    guard digits.utf8.count == count, digits.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
    removeFirst(count)
    return Int(digits)
  }
}
