import Core
import Foundation

/// A sample during a soak test: the memory of every program, and durations.
struct SoakLook {
  let seconds: Double
  /// The programs, in the order of `names`.
  let programs: [ProgramLook]
  /// The size of all -wal files, in KiB.
  var wal = 0
  /// The times of requests, in milliseconds.
  var requests = Samples()
  var keys = Samples()
  /// The number of customers' commands so far.
  var done = 0

  static let names = ["serve", "desk listen", "dashboard 1", "dashboard 2", "left alone"]

  private static func row(_ cells: [String]) -> String {
    cells.map { String(repeating: " ", count: max(0, 16 - displayWidth(of: $0))) + $0 }.joined()
  }

  /// The column titles: KiB and descriptors of each program, KiB of -wal files, median and maximum in milliseconds.
  static let head = row(["minute"] + names + ["-wal KiB", "request ms", "key ms", "done"])

  var line: String {
    func times(_ samples: Samples) -> String { String(format: "%.2f ≤ %.1f", samples.median, samples.largest) }
    return Self.row(
      [String(format: "%.1f", seconds / 60)] + programs.map { "\($0.memory), \($0.descriptors)" }
        + ["\(wal)", times(requests), times(keys), "\(done)"])
  }

  var document: JSONObject {
    func times(_ samples: Samples) -> JSONValue {
      ["median": .number(JSONNumber(samples.median)), "slowest": .number(JSONNumber(samples.largest))]
    }
    var json: JSONObject = ["seconds": .number(JSONNumber(seconds.rounded()))]
    for (name, look) in zip(Self.names, programs) {
      json.append(name, ["memory": .number(look.memory), "descriptors": .number(look.descriptors)])
    }
    json.append("wal", .number(wal))
    json.append("request", times(requests))
    json.append("key", times(keys))
    json.append("done", .number(done))
    return json
  }
}

/// The figures of a soak test.
struct SoakFigures: TestFigures {
  var looks: [SoakLook] = []
  var seconds = 0.0
  /// The processor time of the idle dashboard, in milliseconds.
  var quietTime = 0.0
  var proof = SoakProof([])
  var problems: [String] = []

  /// The figures that grew more than allowed.
  ///
  /// The comparison starts after a fifth of the time, when every part has been used once; each compared value is the
  /// median of a few samples.
  private var growth: [String] {
    guard looks.count >= 5 else { return ["the time was too short to say whether something grows"] }
    let early = looks[max(1, looks.count / 5 - 1)...looks.count / 5 + 1]
    let late = looks.suffix(3)
    func median(_ looks: ArraySlice<SoakLook>, _ value: (SoakLook) -> Double) -> Double {
      looks.map(value).sorted()[looks.count / 2]
    }
    var grown: [String] = []
    func hold(_ what: String, _ value: (SoakLook) -> Double, _ limit: (Double) -> Double) {
      let (before, after) = (median(early, value), median(late, value))
      if after > limit(before) { grown.append("\(what) grew from \(figure(before)) to \(figure(after))") }
    }
    for (index, name) in SoakLook.names.enumerated() {
      hold("\(name)'s memory, in KiB,", { Double($0.programs[index].memory) }, { $0 * 1.25 + 4096 })
      hold("\(name)'s descriptors", { Double($0.programs[index].descriptors) }, { $0 + 8 })
    }
    hold("the time of a request, in ms,", { $0.requests.median }, { $0 * 3 + 5 })
    hold("the time of a key, in ms,", { $0.keys.median }, { $0 * 3 + 5 })
    hold("the -wal files, in KiB,", { Double($0.wal) }, { _ in 65_536 })
    // The limit is 0.1 s per minute: the idle dashboard only redraws its clock.
    if quietTime > 100 + seconds / 0.6 { grown.append("the dashboard left alone worked for \(figure(quietTime)) ms") }
    return grown
  }

  private var wrong: [String] { problems + proof.problems + growth }

  var isGood: Bool { wrong.isEmpty }

  var text: String {
    """
    purchases      \(proof.purchases) answered, each in the ledger and delivered once
    notifications  \(proof.notifications) posted, each at the desk
    left alone     \(Int(quietTime)) ms of the processor in \(Int(seconds)) s
    \(wrong.isEmpty ? "nothing was lost, and nothing grew" : "WRONG: " + wrong.prefix(20).joined(separator: "\nWRONG: "))
    """
  }

  var document: JSONObject {
    [
      "ok": .bool(isGood), "seconds": .number(JSONNumber(seconds.rounded())),
      "looks": .array(looks.map { .object($0.document) }), "purchases": .number(proof.purchases),
      "notifications": .number(proof.notifications), "quietMilliseconds": .number(JSONNumber(quietTime.rounded())),
      "problems": .strings(wrong),
    ]
  }
}
