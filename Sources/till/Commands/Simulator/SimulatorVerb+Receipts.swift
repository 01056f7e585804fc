import AppStoreSimulator
import SafeText
import StoreModel
import StrictJSON

extension SimulatorVerb {
  /// What a device has of a customer.
  static let receipts: [SimulatorVerb] = [
    SimulatorVerb(
      name: "receipt", usage: "receipt --to FILE [--account NAME]", options: ["to", "account"], isReading: true
    ) { call in
      guard let path = call.invocation.options["to"] else {
        throw UsageError("till simulator receipt needs --to FILE: where the app receipt is written")
      }
      let account = if let name = call.invocation.options["account"] { name } else { try call.account() }
      let name = call.invocation.options["environment"] ?? StoreEnvironment.sandbox.rawValue
      let environment = StoreEnvironment(rawValue: name)
      guard [.sandbox, .production].contains(environment) else {
        throw UsageError("--environment \(safeText(name)): receipts are for Sandbox or Production")
      }
      let receipt = try call.appStore.receipt(of: account, environment: environment)
      try call.device.write(receipt, path)
      return SimulatorAnswer(
        "the app receipt of \(account) for \(name) is in \(path) (\(receipt.count) bytes)",
        ["account": .string(account), "environment": .string(name), "file": .string(path)])
    }
  ]
}
