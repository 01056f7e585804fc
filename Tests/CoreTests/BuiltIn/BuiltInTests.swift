import Foundation
import TestSupport
import Testing

@testable import Core

/// Tests of the files that are part of the program.
@Suite struct BuiltInTests {
  private static let root = Checkout.root

  /// The paths below `Assets` of all files that are part of the program.
  private static let paths: [String] = {
    let assets = root.appending(path: "Assets")
    let found = ["Catalogues", "Languages", "Scenarios", "Walkthroughs"].flatMap { folder in
      (FileManager.default.enumerator(atPath: assets.appending(path: folder).path)?.allObjects ?? [])
        .map { "\(folder)/\($0)" }
    }
    let kinds = [".json5", ".mo", ".storekit"]
    return found.filter { path in kinds.contains { path.hasSuffix($0) } }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }()

  /// The list of built-in files that the compiler reads.
  private static var list: String {
    let bytes = paths.enumerated().map { index, path in
      "static const unsigned char file_\(index)[] = {\n#embed \"../../Assets/\(path)\"\n};\n"
    }
    let rows = paths.enumerated().map { index, path in "    {\"\(path)\", file_\(index), sizeof(file_\(index))},\n" }
    return "// Made from the folders: TILL_RECORD=1 swift test --filter BuiltInTests\n" + bytes.joined()
      + "static const struct till_built_in_file files[] = {\n" + rows.joined() + "};\n"
  }

  @Test func theListIsTheFolders() throws {
    let file = Self.root.appending(path: "Sources/CBuiltInData/files.inc")
    if ProcessInfo.processInfo.environment["TILL_RECORD"] == "1" {
      try Self.list.write(to: file, atomically: true, encoding: .utf8)
    }
    let isEqual = try String(contentsOf: file, encoding: .utf8) == Self.list
    #expect(isEqual, "Sources/CBuiltInData/files.inc: TILL_RECORD=1 swift test --filter BuiltInTests, then build again")
  }

  @Test func everyFileIsCarriedAlongByteForByte() throws {
    #expect(BuiltIn.paths == Self.paths)
    for path in BuiltIn.paths {
      let bytes = try Array(Data(contentsOf: Self.root.appending(path: "Assets/\(path)")))
      let isEqual = BuiltIn.bytes(path) == bytes
      #expect(isEqual, "\(path) has changed: touch Sources/CBuiltInData/CBuiltInData.c and build again")
    }
    #expect(BuiltIn.bytes("Walkthroughs/none.json5") == nil)
  }
}
