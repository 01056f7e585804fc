import Foundation

extension Measurement {
  /// The measurement of the time from the program's start to the first product on the screen.
  ///
  /// It takes the median of eleven starts, with an existing store and with temporary demo files.
  static let starting = Measurement(
    rows: [
      BenchRow("start to first frame", unit: "ms", budget: .atMost(15)),
      BenchRow("start to first frame, demo", unit: "ms", budget: .atMost(15)),
    ]
  ) { bench in
    var (stored, demo) = (Samples(), Samples())
    for run in 0..<12 {
      let (dashboard, start) = try await bench.openDashboard()
      try dashboard.quit()
      let (throwAway, begin) = try await bench.openDashboard(["--demo"])
      try throwAway.quit()
      // The first start also loads the program into the machine's memory, so it does not count.
      if run > 0 {
        stored.append(start)
        demo.append(begin)
      }
    }
    return [stored.median, demo.median]
  }

  /// The measurement of the time from a key that moves the cursor to the last byte of the frame.
  ///
  /// The cursor moves in the lists of products and of transactions; the detail pane follows.
  static let keys = Measurement(
    rows: [
      BenchRow("key to frame", unit: "ms, median", budget: .atMost(1.2)),
      BenchRow("key to frame, p99", unit: "ms", budget: .atMost(5)),
      BenchRow("key to frame, bytes", unit: "bytes at most", budget: .atMost(2048)),
    ]
  ) { bench in
    let dashboard = try await bench.openDashboard().dashboard
    var moves = try dashboard.moves(100)
    _ = try dashboard.press("2")
    moves.add(try dashboard.moves(200))
    try dashboard.quit()
    return [moves.times.median, moves.times.percentile(99), moves.bytes.largest]
  }

  /// The measurement of the time from a key that shows another list, or its next page, to the last byte of the frame.
  static let pages = Measurement(
    rows: [BenchRow("page or tab change", unit: "ms, median", budget: .atMost(3))]
  ) { bench in
    let dashboard = try await bench.openDashboard().dashboard
    var times = Samples()
    for round in 0..<20 {
      for key in ["2", " ", " ", "3", "4", "5", "1"] {
        let answer = try dashboard.press(key)
        if round > 0 { times.append(answer.duration) }
      }
    }
    try dashboard.quit()
    return [times.median]
  }

  /// The measurement of the dashboard's memory after its start and some pages of the transactions.
  static let memory = Measurement(
    rows: [BenchRow("resident memory", unit: "MB", budget: .atMost(25))]
  ) { bench in
    let dashboard = try await bench.openDashboard().dashboard
    for key in ["2", " ", " ", " ", " "] { _ = try dashboard.press(key) }
    let memory = Double(try dashboard.look().memory) * 1024 / 1_000_000
    try dashboard.quit()
    return [memory]
  }

  /// The measurement of the dashboard's processor time in an idle minute.
  static let idling = Measurement(
    rows: [BenchRow("CPU while idle for 60 s", unit: "ms", budget: .atMost(10))]
  ) { bench in
    let dashboard = try await bench.openDashboard().dashboard
    let before = try dashboard.processorTime()
    try await Task.sleep(for: .seconds(60))
    let used = try dashboard.processorTime() - before
    try dashboard.quit()
    return [used]
  }
}

extension TerminalProgram {
  /// The times of cursor moves in milliseconds, and their bytes.
  struct Moves {
    var times = Samples()
    var bytes = Samples()

    mutating func add(_ other: Moves) {
      times.add(other.times)
      bytes.add(other.bytes)
    }
  }

  /// Measures cursor moves (five down, five up), after ten moves that do not count because they redraw the start.
  func moves(_ count: Int) throws -> Moves {
    var moves = Moves()
    for round in 0..<count + 10 {
      let answer = try press(round % 10 < 5 ? "j" : "k")
      guard round >= 10 else { continue }
      moves.times.append(answer.duration)
      moves.bytes.append(Double(answer.bytes))
    }
    return moves
  }
}
