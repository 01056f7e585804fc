import Testing

@testable import AppStoreModel

@Suite struct RequestSignatureTests {
  private let signature = RequestSignature(secret: Array("key".utf8))
  private let now = Timestamp(milliseconds: 1_740_830_400_000)

  /// Compares with the output of `printf 'POST\n/verify\n1740830400000\n{}' | openssl dgst -sha256 -hmac key`.
  @Test func isTheHMACOfMethodPathTimeAndBody() {
    #expect(
      signature.value(method: "POST", path: "/verify", body: Array("{}".utf8), at: now)
        == "t=1740830400000,v1=bd857390d0997dcb1cb1d104376a5de4ba25204656ffe9bb92c1179907940f06")
  }

  @Test func holdsForFiveMinutesEitherWay() {
    let value = signature.value(method: "GET", path: "/", body: [], at: now)
    for (age, isValid) in [(0, true), (300_000, true), (-300_000, true), (300_001, false), (-300_001, false)] {
      let later = now.adding(milliseconds: Int64(age))
      #expect(signature.isValid(value, method: "GET", path: "/", body: [], at: later) == isValid)
    }
  }

  @Test(arguments: [
    "", "t=,v1=", "t=1", "v1=00", "t=99999999999999999999,v1=00", "t=-9223372036854775808,v1=00", "a,b,c",
    "t=1740830400000,v1=", "t=1740830400000,v1=\u{0}",
  ]) func refusesWhatIsNoSignature(_ value: String) {
    #expect(!signature.isValid(value, method: "GET", path: "/", body: [], at: now))
  }

  @Test func refusesAnotherSecret() {
    let value = RequestSignature(secret: Array("kez".utf8)).value(method: "GET", path: "/", body: [], at: now)
    #expect(!signature.isValid(value, method: "GET", path: "/", body: [], at: now))
  }
}
