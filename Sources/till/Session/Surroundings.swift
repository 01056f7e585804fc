import AppStoreSimulator
import Foundation
import StoreModel

/// What a run takes from the machine: its clock, its chance, its language.
///
/// Another one makes a run repeatable.
struct Surroundings: Sendable {
  let clock: @Sendable () -> Timestamp
  /// Makes a UUID in lower case.
  let newID: @Sendable () -> String
  /// The locale of the device's language, such as `zh_CN`.
  let locale: String

  /// This machine's own.
  static let machine = Surroundings(
    clock: machineClock, newID: { UUID().uuidString.lowercased() }, locale: deviceLocale)
}
