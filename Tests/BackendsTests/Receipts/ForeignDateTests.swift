import AppStoreModel
import Core
import Device
import Testing

@testable import Backends

/// Tests of invalid dates in receipts.
@Suite struct ForeignDateTests {
  private static func answer(_ cancelled: String) -> [UInt8] {
    func entry(_ id: Int, _ more: String) -> String {
      #"{"quantity":"1","product_id":"p","transaction_id":"\#(id)","original_transaction_id":"\#(id)","#
        + #""purchase_date_ms":"1740830400000"\#(more)}"#
    }
    return Array(
      (#"{"status":0,"environment":"Sandbox","receipt":{"bundle_id":"com.example","request_date_ms":"1740830400000","#
        + #""receipt_creation_date_ms":"1740830400000","in_app":["#
        + entry(1, "") + "," + entry(2, #","cancellation_date_ms":"\#(cancelled)""#) + "]}}").utf8)
  }

  @Test(arguments: ["-9223372036854775808", "9223372036854775807", "253402300800000"])
  func onePurchaseOfNoDateTakesNothingFromTheOthers(cancelled: String) throws {
    let file = CaseFile(Self.answer(cancelled), name: "answer", roots: .apple)
    #expect(file.items.count == 1 && file.failures.count == 1)
    #expect(file.failures.first?.reason.contains("years 1 to 9999") == true, "\(file.failures)")
  }

  @Test(arguments: ["-62135769600000", "0", "253402300799999"])
  func theEndsOfTimeAreRead(cancelled: String) throws {
    let file = CaseFile(Self.answer(cancelled), name: "answer", roots: .apple)
    #expect(file.items.count == 2 && file.failures.isEmpty, "\(file.failures)")
  }

  @Test(arguments: ["-9223372036854775808", "9223372036854775807"])
  func anAnswerMadeAtNoDateIsRefused(date: String) throws {
    let json = try #require(
      try JSONValue(
        parsing:
          #"{"status":0,"environment":"Sandbox","receipt":{"bundle_id":"a","request_date_ms":"\#(date)","receipt_creation_date_ms":"1","in_app":[]}}"#
      ).objectValue)
    #expect(throws: JSONError.self) { try ReceiptAnswer(json) }
  }
}
