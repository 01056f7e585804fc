import Testing

@testable import AppStoreModel

@Suite struct CompactJWSTests {
  @Test func splitsAndJoinsWithoutLoss() throws {
    let text = "eyJhIjoxfQ.eyJiIjoyfQ.AAEC"
    let jws = try CompactJWS(text.utf8)
    #expect(try jws.payload() == Array(#"{"b":2}"#.utf8))
    #expect(try jws.signature() == [0, 1, 2])
    #expect(Array(jws.signingInput) == Array("eyJhIjoxfQ.eyJiIjoyfQ".utf8))
    let joined = try CompactJWS.text(
      headerSegment: jws.headerSegment, payload: jws.payload(), signature: jws.signature())
    #expect(joined == text)
  }

  @Test(arguments: ["", ".", "..", "a.b", "a..b", ".a.b", "a.b.", "a.b.c.d", "a.b.c.d.e", "abc"])
  func refusesAnythingButThreeParts(text: String) {
    #expect(failure(of: text)?.kind == .format)
  }

  @Test func refusesWhatIsTooLargeBeforeLookingAtIt() {
    #expect(failure(of: String(repeating: "a", count: CompactJWS.sizeLimit + 1))?.kind == .size)
    #expect(failure(of: String(repeating: "a", count: CompactJWS.sizeLimit))?.kind == .format)
  }

  private func failure(of text: String) -> VerificationFailure? {
    do throws(VerificationFailure) {
      _ = try CompactJWS(text.utf8)
      return nil
    } catch {
      return error
    }
  }
}
