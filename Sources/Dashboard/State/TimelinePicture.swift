import AppStoreModel

/// The timeline's rows as cells for a given width, computed once for each input and not for each frame.
struct TimelinePicture: Hashable, Sendable {
  /// The look of a cell.
  enum Piece: Hashable, Sendable {
    case blank
    /// The time after the purchase without an entitlement.
    case idle
    case had(ProductLife.Stretch.Kind)
    case planned
    case planArrow
    case mark(ProductLife.Happening.Kind)
  }

  struct Run: Hashable, Sendable {
    var piece: Piece
    var count: Int
  }

  struct Row: Hashable, Sendable {
    var productId: String
    var runs: [Run]
    /// The planned change, whose text comes after the line.
    var plan: ProductLife.Plan?
  }

  /// The input of the picture.
  struct Source: Hashable, Sendable {
    var lives: [ProductLife]
    var width: Int
    var now: Timestamp
  }

  let source: Source
  let rows: [Row]
  /// The scale that gives each date its column.
  private let scale: TimelineScale

  init(_ source: Source) {
    self.source = source
    scale = TimelineScale(source.lives, width: source.width, now: source.now)
    rows = source.lives.map { [scale] life in
      Row(productId: life.productId, runs: Self.runs(of: life, scale, now: source.now), plan: life.plan)
    }
  }

  /// Returns the column of a date.
  func column(of date: Timestamp) -> Int { scale.column(of: date) }

  private static func runs(of life: ProductLife, _ scale: TimelineScale, now: Timestamp) -> [Run] {
    var cells = [Piece](repeating: .blank, count: scale.width)
    func fill(_ from: Timestamp, _ until: Timestamp, _ piece: Piece) {
      let (first, last) = (scale.column(of: from), scale.column(of: until))
      guard first <= last else { return }
      for index in first...last { cells[index] = piece }
    }
    if let first = life.happenings.first { fill(first.date, max(first.date, now), .idle) }
    for stretch in life.stretches {
      // An access that ends in the future is drawn up to its end.
      fill(stretch.from, min(stretch.until ?? now, max(now, stretch.from)), .had(stretch.kind))
      if let until = stretch.until, until > now { fill(max(now, stretch.from), until, .had(stretch.kind)) }
    }
    if let plan = life.plan {
      let column = scale.column(of: plan.date)
      if plan.productId != nil, column > 0 { cells[column - 1] = .planned }
      cells[column] = plan.productId == nil ? .mark(.ended) : .planArrow
    }
    for happening in life.happenings { cells[scale.column(of: happening.date)] = .mark(happening.kind) }
    return cells.reduce(into: []) { runs, piece in
      if runs.last?.piece == piece { runs[runs.count - 1].count += 1 } else { runs.append(Run(piece: piece, count: 1)) }
    }
  }
}

/// The scale of the timeline, which maps dates to columns.
///
/// A column depends half on the time and half on the order of the dates, so that many events within a
/// minute don't share one column. The last quarter of the line is for the future.
struct TimelineScale: Hashable, Sendable {
  let width: Int
  private let now: Timestamp
  /// All dates in the timeline that are not in the future, in order.
  private let past: [Timestamp]
  private let future: [Timestamp]
  /// The number of columns up to now.
  private let pastWidth: Int

  init(_ lives: [ProductLife], width: Int, now: Timestamp) {
    self.width = max(1, width)
    self.now = now
    var instants: Set<Timestamp> = [now]
    for life in lives {
      instants.formUnion(life.happenings.map(\.date))
      instants.formUnion(life.stretches.flatMap { [$0.from, $0.until].compactMap { $0 } })
      if let plan = life.plan { instants.insert(plan.date) }
    }
    let all = instants.sorted()
    past = all.filter { $0 <= now }
    future = all.filter { $0 >= now }
    pastWidth = future.count > 1 ? max(1, self.width * 3 / 4) : self.width
  }

  func column(of date: Timestamp) -> Int {
    let last = pastWidth - 1
    if date <= now { return Self.place(date, among: past, columns: last) }
    return min(width - 1, last + Self.place(date, among: future, columns: width - 1 - last))
  }

  private static func place(_ date: Timestamp, among instants: [Timestamp], columns: Int) -> Int {
    guard let first = instants.first, let last = instants.last, first < last, columns > 0 else {
      return instants.first.map { $0 < date } ?? false ? max(0, columns) : (instants.count > 1 ? 0 : max(0, columns))
    }
    let byTime = Double(date.milliseconds(since: first)) / Double(last.milliseconds(since: first))
    let after = instants.firstIndex { $0 >= date } ?? instants.count - 1
    var rank = Double(after)
    if after > 0, instants[after] > date {
      let (low, high) = (instants[after - 1], instants[after])
      rank = Double(after - 1) + Double(date.milliseconds(since: low)) / Double(high.milliseconds(since: low))
    }
    let share = 0.5 * byTime + 0.5 * rank / Double(instants.count - 1)
    return max(0, min(columns, Int((share * Double(columns)).rounded())))
  }
}
