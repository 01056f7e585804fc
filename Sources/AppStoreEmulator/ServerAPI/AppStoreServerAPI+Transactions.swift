import AppStoreSimulator
import Foundation
import StoreModel
import StrictJSON

/// What concerns one transaction.
extension AppStoreServerAPI {
  func transactions(_ request: HTTPRequest, version: String, _ path: [String]) throws(APIError) -> HTTPResponse {
    switch (request.method, version, path.count) {
    case ("GET", "v1", 1): return try info(path[0])
    case ("GET", "v1", 2) where path[0] == "appTransactions": return try appTransaction(path[1])
    case ("POST", "v1", 2) where path[1] == "finish": return try finish(path[0])
    case ("PUT", "v1", 2) where path[1] == "appAccountToken": return try setToken(path[0], request)
    case ("PUT", "v2", 2) where path[0] == "consumption": return try consumption(path[1], request, .version2)
    case ("PUT", "v1", 2) where path[0] == "consumption": return try consumption(path[1], request, .version1)
    default: return HTTPResponse(404)
    }
  }

  /// Get Transaction Info.
  private func info(_ id: String) throws(APIError) -> HTTPResponse {
    HTTPResponse(json: ["signedTransactionInfo": .string(try transaction(id).signedTransactionInfo)])
  }

  /// Get App Transaction Info.
  private func appTransaction(_ id: String) throws(APIError) -> HTTPResponse {
    let id = try transactionId(id)
    let signed = try ask { try store.appTransaction(ofAny: id) }
    return HTTPResponse(json: ["signedAppTransactionInfo": .string(signed)])
  }

  /// Finish Transaction.
  private func finish(_ id: String) throws(APIError) -> HTTPResponse {
    let id = try transactionId(id)
    try ask { try store.finish(id) }
    return HTTPResponse(200)
  }

  /// Set App Account Token.
  private func setToken(_ id: String, _ request: HTTPRequest) throws(APIError) -> HTTPResponse {
    let transaction = try transaction(id)
    guard case .string(let text) = try body(request)["appAccountToken"], let token = UUID(uuidString: text) else {
      throw .invalidAppAccountTokenUUID
    }
    guard transaction.ownership != .familyShared else { throw .familyTransactionNotSupported }
    guard transaction.transactionId == transaction.originalTransactionId else {
      throw .transactionIdNotOriginalTransactionId
    }
    try ask {
      try store.setAppAccountToken(token.uuidString.lowercased(), ofOriginal: transaction.transactionId)
    }
    return HTTPResponse(200)
  }

  /// The transaction of an id in a path.
  func transaction(_ id: String) throws(APIError) -> SimulatedTransaction {
    let id = try transactionId(id)
    return try ask { try store.transactionInfo(id) }
  }
}
