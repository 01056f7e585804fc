import Foundation

extension StoreKitConfiguration {
  /// Larger files are not read: the largest real ones have some ten thousand bytes.
  private static let maximumSize: UInt64 = 64 << 20

  /// Reads a file.
  package init(file path: String) throws(StoreKitFileError) {
    let data: Data
    do {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: URL(filePath: path).resolvingSymlinksInPath().path)
      if attributes[.type] as? FileAttributeType == .typeDirectory {
        throw StoreKitFileError(.unreadable, file: path, reason: "it is a directory")
      }
      guard attributes[.type] as? FileAttributeType == .typeRegular else {
        throw StoreKitFileError(.unreadable, file: path, reason: "it is not a regular file")
      }
      if let size = attributes[.size] as? UInt64, size > Self.maximumSize {
        throw StoreKitFileError(.unreadable, file: path, reason: "it is larger than 64 MiB")
      }
      data = try Data(contentsOf: URL(filePath: path))
    } catch let error as StoreKitFileError {
      throw error
    } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
      throw StoreKitFileError(.unreadable, file: path, reason: "there is no such file")
    } catch CocoaError.fileReadNoPermission {
      throw StoreKitFileError(.unreadable, file: path, reason: "it is not permitted")
    } catch {
      throw StoreKitFileError(.unreadable, file: path, reason: "reading it failed")
    }
    try self.init(parsing: data, name: path)
  }
}
