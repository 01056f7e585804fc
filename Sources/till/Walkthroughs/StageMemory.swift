import Foundation
import StoreModel

/// What a stage itself remembers: its time, its chance, and the names of transactions.
struct StageMemory: Sendable {
  /// The machine's clock, as everyone on the stage reads it.
  var now: Timestamp
  /// The state of the generator (SplitMix64: Steele, Lea, Flood 2014).
  private var seed: UInt64
  /// Transaction ids by the names that the steps gave them.
  var names: [String: String] = [:]

  init(now: Timestamp, seed: UInt64) {
    self.now = now
    self.seed = seed
  }

  /// The next UUID, in lower case: of version 4, and the same ones for the same seed.
  mutating func nextID() -> String {
    let (high, low) = (nextNumber() & ~0xF000 | 0x4000, nextNumber() & ~(3 << 62) | 1 << 63)
    let digits = Self.digits(high) + Self.digits(low)
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    return groups.map { String(digits[$0]) }.joined(separator: "-")
  }

  private mutating func nextNumber() -> UInt64 {
    seed &+= 0x9E37_79B9_7F4A_7C15
    var number = seed
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }

  private static func digits(_ number: UInt64) -> [Character] {
    let text = String(number, radix: 16)
    return Array(String(repeating: "0", count: 16 - text.count) + text)
  }
}
