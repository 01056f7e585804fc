import Core
import TestSupport
import Testing

@testable import TillApp

/// Tests of terms: shown in the person's language, and kept in English in JSON documents.
@Suite struct TermTests {
  private let words =
    ["paid", "delivered", "refused", "grace", "retry", "yes", "off", "notPosted", "ledger", "device"]
    + [
      "owns nothing and has no history", "bought, refunded, bought again", "in the grace period after a failed renewal",
    ]

  @Test func everyStateIsSaidInChinese() {
    Language.$spoken.withValue(.chinese) {
      for word in words { #expect(term(word) != word, "\(word)") }
      #expect(term("com.example.premium") == "com.example.premium")
    }
    for word in words { #expect(Language.$spoken.withValue(.english) { term(word) } == word) }
  }

  /// Tests that a sentence is chosen by the program's word, not by its translation.
  @Test func aQuestionThatAnAgentTakesIsSaidSoInEveryLanguage() {
    for language in [Language.english, .chinese] {
      Language.$spoken.withValue(language) {
        let text = DeskCommandText.requested(kind: "hold", customer: "7", worker: "WORKER").text
        #expect(!text.contains("WORKER"), "\(text)")
        let held = DeskCommandText.worked(kind: "hold", customer: "7", subject: "", outcome: "held", detail: "").text
        #expect(!held.contains(term("held")), "\(held)")
      }
    }
  }
}
