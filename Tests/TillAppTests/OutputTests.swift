import AppStoreModel
import Core
import Testing

@testable import TillApp

@Suite struct OutputTests {
  private let sink = OutputSink()

  private func output(json: Bool) -> Output { Output(json: json, utc: true, sink: sink) }

  @Test func textIsPrintedWithoutJSONAndTheDocumentWithIt() {
    output(json: false).text("a")
    output(json: false).document(["b": 1])
    #expect(sink.text == "a\n")
    output(json: true).text("c")
    #expect(sink.text == "a\n")
  }

  @Test func theDocumentIsReadAgainAsItWasWritten() throws {
    output(json: true).document(["b": 1, "a": "x"])
    #expect(sink.document == ["b": 1, "a": "x"])
    #expect(sink.document?.names == ["b", "a"])
  }

  @Test func aNoteGoesToStandardErrorOnALineOfItsOwn() {
    output(json: true).note("careful")
    #expect(sink.notes == "till: careful\n")
    #expect(sink.text == "")
  }

  @Test func aDateIsShownToTheMinuteAndOneThatIsNotKnownInWords() {
    #expect(output(json: false).date(Timestamp(milliseconds: 1_700_000_000_000)) == "2023-11-14 22:13")
    #expect(output(json: false).date(nil) == "")
  }

  @Test func columnsAreAsWideAsTheirWidestCell() {
    var table = Table(["ID", "NAME", "END"])
    table.append(["1", "月月", ""])
    table.append(["22", "a", "z"])
    #expect(table.text == "ID  NAME  END\n1   月月\n22  a     z")
    for line in table.text.split(separator: "\n") { #expect(!line.hasSuffix(" ")) }
  }

  @Test func nothingForeignReachesTheTerminalFromATable() {
    var table = Table(["A"])
    table.append(["\u{1B}[2J\u{202E}x"])
    #expect(!table.text.unicodeScalars.contains("\u{1B}"))
    #expect(!table.text.unicodeScalars.contains("\u{202E}"))
  }

  @Test func theReportOfAPurchaseIsItsDocument() {
    let report = BuyReport(result: .success, productId: "a", alreadyOwned: true, transactionId: "1")
    #expect(report.document["result"] == "success")
    #expect(report.document["alreadyOwned"] == true)
    #expect(report.document["transactionId"] == "1")
    #expect(report.document["orderId"] == nil)
  }
}
