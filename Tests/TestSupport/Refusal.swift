package import AppStoreModel
import Testing

/// Returns the App Store's error of a call that must fail; records an issue where it does not fail.
package func refusal(_ call: () throws -> some Any) -> StoreError? {
  #expect(throws: StoreError.self) { _ = try call() }
}

/// Returns the App Store's error of a call that must fail; records an issue where it does not fail.
package func refusal(_ call: () async throws -> some Any) async -> StoreError? {
  await #expect(throws: StoreError.self) { _ = try await call() }
}
