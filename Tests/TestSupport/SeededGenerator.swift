import Simulator

/// A random generator that repeats its numbers for the same seed.
package struct SeededGenerator: RandomNumberGenerator {
  private var numbers: SeededNumbers

  package init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  package mutating func next() -> UInt64 { numbers.next() }

  /// Returns true with this probability in percent.
  package mutating func chance(_ percent: Int) -> Bool { numbers.chance(percent) }
}
