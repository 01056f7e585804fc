/// A random generator that repeats its numbers for the same seed (SplitMix64: Steele, Lea, Flood 2014).
package struct SeededNumbers: RandomNumberGenerator, Sendable {
  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  private var state: UInt64

  /// Begins with the first number of a seed.
  package init(seed: UInt64) { state = seed }

  /// Returns the next number.
  package mutating func next() -> UInt64 {
    state &+= Self.step
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Returns true with a probability of `percent`.
  package mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  /// Returns the number of a seed at a place, which depends only on both.
  package static func number(_ seed: UInt64, at place: UInt64) -> UInt64 {
    var numbers = SeededNumbers(seed: seed &+ place &* step)
    return numbers.next()
  }
}
