import Foundation
import TestSupport
import Testing

@testable import AppStoreModel

/// Tests that files are written as Xcode writes them.
struct WriterTests {
  /// Every file of the collection, and whether its manifest says that Till can write it byte for byte.
  private static let files: [(name: String, isIdentical: Bool)] = {
    guard Conformance.isPresent, let data = try? Conformance.data("storekit/MANIFEST.tsv") else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").dropFirst().map { line in
      let columns = line.split(separator: "\t")
      return (String(columns[0]), columns.last == "yes")
    }
  }()

  @Test(.enabled(if: Conformance.isPresent, Conformance.absence)) func xcodesFileIsWrittenByteForByte()
    throws
  {
    #expect(Self.files.count == 60)
    for file in Self.files {
      let data = try Conformance.data("storekit/" + file.name)
      let configuration = try StoreKitConfiguration(parsing: data, name: file.name)
      // A missing final newline stays missing, so two files come out identical that the manifest calls different.
      if file.isIdentical { #expect(configuration.bytes(of: configuration.json) == Array(data), "\(file.name)") }
      #expect(configuration.bytes(with: configuration.settings) == Array(data), "\(file.name)")
      let again = try StoreKitConfiguration(parsing: configuration.bytes(of: configuration.json), name: file.name)
      #expect(again.products == configuration.products && again.settings == configuration.settings)
    }
  }

  @Test func aChangedSettingIsOneChangedLine() throws {
    let text = """
      {
        "products" : [

        ],
        "settings" : {
          "_askToBuyEnabled" : false,
          "_storefront" : "USA",
          "_storeKitErrors" : [

          ]
        },
        "version" : {
          "major" : 4,
          "minor" : 0
        }
      }
      """
    let configuration = try StoreKitConfiguration(parsing: text.utf8, name: "a.storekit")
    var settings = configuration.settings
    settings.asksToBuy = true
    #expect(
      String(decoding: configuration.bytes(with: settings), as: UTF8.self)
        == text.replacingOccurrences(of: "Enabled\" : false", with: "Enabled\" : true"))
    settings = configuration.settings
    settings.timeRate = 15
    #expect(
      String(decoding: configuration.bytes(with: settings), as: UTF8.self)
        == text.replacingOccurrences(of: "    ]\n  },", with: "    ],\n    \"_timeRate\" : 15\n  },"))
  }

  @Test func controlsAreEscapedSlashesAndOtherLanguagesAreNot() throws {
    let text =
      "{\n  \"identifier\" : \"a/b \\\" \\\\ \\n \\u0001 高级版 😀\",\n  \"products\" : [\n\n  ],\n  \"version\" : {\n    \"major\" : 4\n  }\n}\n"
    let configuration = try StoreKitConfiguration(parsing: text.utf8, name: "a.storekit")
    #expect(String(decoding: configuration.bytes(of: configuration.json), as: UTF8.self) == text)
  }
}
