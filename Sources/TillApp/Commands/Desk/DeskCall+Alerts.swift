import AppStoreModel
import Core
import Desk
import HTTP
import Libc

/// The alerts of a desk: printed, given to a command, and sent to a webhook.
extension DeskCall {
  /// Prints each alert once, runs the `--run` command for it, and sends it to `--webhook`.
  func watch() throws -> ExitStatus {
    let webhook = try options[.alertWebhook]
    let desk = try self.desk(acts: false)
    var limits = DeskLimits()
    limits.deadline = try options[.deadline] ?? limits.deadline
    limits.silence = try options[.silence] ?? limits.silence
    limits.delay = try options[.delay] ?? limits.delay
    let command = try options[.alertCommand]
    let stop = StopSign()
    var standing: Set<String> = []
    while true {
      let alerts = try desk.alerts(limits)
      for alert in alerts where !standing.contains(alert.kind.rawValue + alert.subject) {
        sound(alert, webhook, command)
      }
      standing = Set(alerts.map { $0.kind.rawValue + $0.subject })
      if options.has(.onlyOnce) { return alerts.isEmpty ? .done : .failed }
      stop.wait(for: .seconds(5))
      if stop.isAsked { return .done }
    }
  }

  private func sound(_ alert: DeskAlert, _ webhook: HTTPAddress?, _ command: String?) {
    if output.json {
      output.line([
        "alert": .string(alert.kind.rawValue), "subject": .string(alert.subject), "text": .string(alert.text),
      ])
    } else {
      output.text("\(output.date(.machine))  \(term(alert.kind.rawValue)): \(alert.text)")
    }
    if let webhook { post(alert, to: webhook) }
    guard let command else { return }
    // The alert's text goes into the environment, never into the shell command.
    setenv("TILL_ALERT", alert.text, 1)
    setenv("TILL_ALERT_KIND", alert.kind.rawValue, 1)
    if system(command) != 0 { output.note(say("the command of --run failed: \(safeText(command, limit: 100))")) }
  }

  /// Sends an alert in the form that Slack's incoming webhooks take, and many others with them.
  private func post(_ alert: DeskAlert, to address: HTTPAddress) {
    let body: JSONObject = ["text": .string("\(term(alert.kind.rawValue)): \(alert.text)")]
    let request = HTTPRequest(
      "POST", address, headers: [HTTPHeader("Content-Type", "application/json")],
      body: JSONValue.object(body).serializedBytes())
    do {
      let response = try blocking { try await HTTPTransport().send(request) }
      guard !response.isSuccess else { return }
      output.note(say("the webhook answered \(response.status)"))
    } catch {
      output.note(say("the webhook did not answer: \(safeText("\(error)", limit: 200))"))
    }
  }
}
