extension Measurement {
  /// From starting the program to the first product on the screen, the median of eleven starts.
  static let starting = Measurement(
    rows: [BenchRow("start to first frame", unit: "ms", budget: .atMost(15))]
  ) { bench in
    var samples = Samples()
    for run in 0..<12 {
      let (dashboard, start) = try await bench.openDashboard()
      try dashboard.waitUntilQuiet()
      try dashboard.quit()
      // The first start brings the program into the machine's memory.
      if run > 0 { samples.append(start) }
    }
    return [samples.median]
  }

  /// From a key that moves the cursor to the last byte of the frame; the bytes are counted in the list of transactions,
  /// where no other pane follows.
  static let keys = Measurement(
    rows: [
      BenchRow("key to frame", unit: "ms, median", budget: .atMost(1)),
      BenchRow("key to frame, p99", unit: "ms", budget: .atMost(5)),
      BenchRow("key to frame, bytes", unit: "bytes at most", budget: .atMost(400)),
    ]
  ) { bench in
    let dashboard = try await bench.openDashboard().dashboard
    try dashboard.waitUntilQuiet()
    var times = Samples()
    for round in 0..<110 {
      let answer = try dashboard.press(round % 10 < 5 ? "j" : "k")
      // The first moves draw what only the start leaves on the screen.
      if round >= 10 { times.append(answer.duration) }
    }
    var bytes = Samples()
    _ = try dashboard.press("2")
    for round in 0..<210 {
      let answer = try dashboard.press(round % 10 < 5 ? "j" : "k")
      guard round >= 10 else { continue }
      times.append(answer.duration)
      bytes.append(Double(answer.bytes))
    }
    try dashboard.quit()
    return [times.median, times.percentile(99), bytes.largest]
  }

  /// From a key that shows another list, or the next page of one, to the last byte of the frame.
  static let pages = Measurement(
    rows: [BenchRow("page or tab change", unit: "ms, median", budget: .atMost(3))]
  ) { bench in
    let dashboard = try await bench.openDashboard().dashboard
    try dashboard.waitUntilQuiet()
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

  /// What the dashboard holds in memory when it has started and shown some pages of the list of transactions.
  static let memory = Measurement(
    rows: [BenchRow("resident memory", unit: "MB", budget: .atMost(25))]
  ) { bench in
    let dashboard = try await bench.openDashboard().dashboard
    try dashboard.waitUntilQuiet()
    for key in ["2", " ", " ", " ", " "] { _ = try dashboard.press(key) }
    let memory = try dashboard.residentMemory()
    try dashboard.quit()
    return [memory]
  }
}
