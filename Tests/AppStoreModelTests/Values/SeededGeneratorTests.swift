import AppStoreModel
import Testing

struct SeededGeneratorTests {
  @Test func aSeedRepeatsTheSequence() {
    // The first numbers of SplitMix64 for this seed.
    var generator = SeededGenerator(seed: 1_234_567)
    #expect(generator.next() == 6_457_827_717_110_365_317)
    #expect(generator.next() == 3_203_168_211_198_807_973)
  }

  @Test func aMixedNumberIsOneOfTheSequence() {
    var generator = SeededGenerator(seed: 1_234_567)
    _ = generator.next()
    #expect(SeededGenerator.mix(1_234_567, 1) == generator.next())
  }
}
