import AppStoreModel
import Foundation
import Testing

struct UUIDTextTests {
  @Test func itHasItsVersionAndItsVariant() {
    #expect(UUIDText.version4([UInt8](repeating: 0xFF, count: 16)) == "ffffffff-ffff-4fff-bfff-ffffffffffff")
    #expect(UUIDText.version4([UInt8](repeating: 0, count: 16)) == "00000000-0000-4000-8000-000000000000")
    #expect(UUIDText.stamped([UInt8](repeating: 0, count: 16), 5)[6] == 0x50)
  }

  @Test func aRandomOneIsNewEachTime() {
    let (one, other) = (UUIDText.random(), UUIDText.random())
    #expect(UUID(uuidString: one) != nil && one == one.lowercased() && one != other)
  }

  @Test(arguments: ["", "6f0c4a3e", "6f0c4a3e-7a55-4d3f-8a30-0d9f5f8a9c1g", "6f0c4a3e7a55-4d3f-8a30-0d9f5f8a9c11-"])
  func anotherTextIsNone(_ text: String) {
    #expect(UUIDText.normalized(text) == nil)
  }

  @Test func capitalsAreMadeSmall() {
    #expect(
      UUIDText.normalized("6F0C4A3E-7A55-4D3F-8A30-0D9F5F8A9C11") == "6f0c4a3e-7a55-4d3f-8a30-0d9f5f8a9c11")
  }
}
