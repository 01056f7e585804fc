extension DatabaseFault: CustomStringConvertible {
  /// One line: the file, what is wrong, and what to do about it.
  ///
  /// Control characters in it are escaped.
  package var description: String {
    let words = detail.isEmpty ? "" : " (\(detail))"
    let unknown = outcomeIsUnknown ? "; whether the last change was stored has to be read again" : ""
    return escaped("\(file): \(sentence(words))\(unknown)")
  }

  private func sentence(_ words: String) -> String {
    switch cause {
    case .diskFull: "the disk is full; free some space and try again"
    case .ioError: "reading or writing failed\(words); check the disk, then try again"
    case .syncFailed: "the disk did not confirm a write\(words); check the disk, then start again"
    case .busy(let pid?): "another instance is writing (pid \(pid)); wait for it or close it, then try again"
    case .busy(nil): "another instance is writing; wait for it or close it, then try again"
    case .readOnly: "cannot be written\(words); check the permissions of the file and its folder"
    case .notADatabase: "is not a database; move it away and start again, it is never deleted"
    case .corrupt: "is damaged\(words); move it away with its -wal file and start again, it is never deleted"
    case .newerSchema(let found, let supported):
      "has version \(found), written by a later Till; this one knows version \(supported): use the later one"
    case .olderSchema(let found, let supported):
      "has version \(found), older than version \(supported); open it once for writing to bring it up to date"
    case .wrongApplication(let found, let expected):
      "is a database of another kind (\(hexadecimal(found)), not \(hexadecimal(expected))); name another file"
    case .missing: "does not exist or is empty; check the path"
    case .cannotOpen: "cannot be opened\(words); check the path"
    case .isADirectory: "is a folder, not a file; name another path"
    case .moved: "was moved or replaced while it was open; open it again"
    case .constraint: "refused a change\(words)"
    case .unexpectedValue: "holds a value that does not belong there\(words); check the file with `till doctor`"
    case .misuse: "was used wrongly\(words); this is a mistake in Till"
    case .other: "failed\(words)"
    }
  }
}

private func hexadecimal(_ id: Int32) -> String {
  "0x" + String(UInt32(bitPattern: id), radix: 16)
}

/// The text with control, format and line-breaking characters as `\u{...}`, so that a path cannot steer a terminal.
private func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      result += "\\u{" + String(scalar.value, radix: 16) + "}"
    default:
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}
