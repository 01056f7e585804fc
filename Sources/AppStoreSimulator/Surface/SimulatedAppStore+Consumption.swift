package import StrictJSON

/// `consumption`: the App Store asks the app's server before it decides a refund.
extension SimulatedAppStore {
  /// What was asked and answered, newest first.
  package func consumptionRequests() throws(SimulatorError) -> [SimulatedConsumption] {
    try read { try $0.consumptionRequests() }
  }

  /// The app's server answers a consumption request, in time or not; Apple keeps the newest answer.
  ///
  /// - Parameters:
  ///   - transactionId: The transaction whose refund was asked for.
  ///   - answer: Apple's ConsumptionRequest, of either form.
  /// - Throws: `transactionNotFound`, or what Apple's libraries call the refusal: `invalidCustomerConsented`,
  ///   `invalidDeliveryStatus`, `invalidTransactionTypeNotSupported` and the like.
  package func answerConsumption(
    of transactionId: String, _ answer: JSONObject, form: ConsumptionForm = .version2
  ) throws(SimulatorError) {
    try write { try $0.answerConsumption(of: transactionId, answer, form) }
  }
}
