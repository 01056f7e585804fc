package import AppStoreModel
package import Core
package import Dashboard
package import Verbs

/// A guided tour of the dashboard that checks its own results; without its sentences it is a scenario.
package struct Walkthrough: Hashable, Sendable {
  package var title: String
  /// The introduction for the person who watches; nil in a scenario.
  package var story: String?
  package var start = StartingState()
  package var steps: [Step]
  /// The final sentence for the customer; nil in a scenario.
  package var tell: String?

  /// Whether the file is a scenario, which has no introduction.
  package var isScenario: Bool { story == nil }
}

/// The state of device, App Store and app server before the first step.
package struct StartingState: Hashable, Sendable {
  /// An Apple Account that the ledger has from the start.
  package struct Account: Hashable, Sendable {
    package var name: String
    /// The storefront's ISO 3166-1 alpha-3 code; nil for the catalogue's own storefront.
    package var storefront: String?
  }

  /// The backend of a device that is not a customer's: a `till serve` on the walkthrough's own ledger.
  package enum Backend: String, Hashable, Sendable, CaseIterable {
    /// The App Store Server API.
    case appStore = "appstore:sandbox"
    /// The endpoint `verifyReceipt` of production.
    case production = "receipt:production"
    /// The endpoint `verifyReceipt` of the sandbox.
    case sandbox = "receipt:sandbox"
  }

  /// The name of the dashboard's device, as `backends` uses it.
  package static let dashboard = "dashboard"

  /// A `.storekit` file in the folder of the walkthrough's file; nil for the demo's catalogue.
  package var catalogue: String?
  /// The Apple Accounts; nil for those of the demo, with their purchase histories.
  package var accounts: [Account]?
  /// The Apple Account that is signed in; nil for the first one.
  package var account: String?
  /// The user who is logged in to the app; nil where no user is.
  package var user: String? = "one"
  /// The machine's clock.
  package var clock = Self.noon
  /// How far the App Store's clock is behind the machine's at the start; nil where they agree.
  package var ago: VerbDuration?
  /// The time that passes before each step, in milliseconds.
  package var tick: Int64 = 60_000
  /// The seed of ids and tokens.
  package var seed: UInt64 = 20_250_301
  /// The backends of devices that are not a customer's, by the device's name.
  package var backends: [String: Backend] = [:]
  /// The secret that the app server of the walkthrough's `till serve` requires; nil for none.
  package var secret: String?
  /// The steps before the walkthrough starts.
  package var history: [Step] = []

  /// Noon of 1 March 2025, in UTC.
  package static let noon = Timestamp(milliseconds: 1_740_830_400_000)
}

/// One step: a text to read, an action, and the state that must follow.
package struct Step: Hashable, Sendable {
  /// The action of a step.
  package enum Deed: Hashable, Sendable {
    /// No action: the step has only a text to read or a state to check.
    case nothing
    /// Moves on the dashboard, made by the person who watches or by Till.
    case moves([Move])
    /// Till command lines, run in order outside the dashboard.
    ///
    /// They act for the App Store, for another device or for another program.
    case commands([[String]])
    /// Posts the due notifications to a URL, oldest first.
    case post(String)
    /// Sends a request to the tested server.
    case call(ServerCall)
  }

  /// The text for the person who watches.
  package var say: String?
  package var deed = Deed.nothing
  /// The device on which the commands run; nil for the dashboard's device.
  package var device: String?
  /// The name that later steps use for the step's newest transaction.
  package var name: String?
  /// A part of the error message with which the last command must fail; nil if it must succeed.
  package var failure: String?
  /// The expected content of the last command's document, or of the server's answer.
  package var answer: JSONValue?
  /// The expected state after the step.
  package var expectations = Expectations()
  /// The line in the file where the step begins, from 1.
  package var line = 1
}

/// A request of a step to the tested server; its texts may contain names.
package struct ServerCall: Hashable, Sendable {
  /// The HTTP method, such as `GET`.
  package var method: String
  /// The URL, which begins with `$server`, `$webhook` or `$till`: a file must not contain an address.
  package var url: String
  package var headers: [String: String] = [:]
  package var body: JSONValue?
}

/// One move on the dashboard.
package enum Move: Hashable, Sendable {
  /// Perform an action of the action table.
  case action(Action)
  /// Move the cursor to a product with this id.
  case product(String)
  /// Move the cursor of the front sheet to the row that contains a text.
  case choose(String)
  /// Type a text into the front field.
  case type(String)
}

/// A check of whether a command line may run on a stage; returns the mistake in one line, or nil.
package typealias CommandCheck = (_ words: [String]) -> String?

extension Walkthrough {
  /// The largest accepted file, in bytes.
  package static let sizeLimit = 1 << 20

  /// Parses a JSON5 file.
  ///
  /// - Parameter check: Returns the mistake in a command line that must not run.
  /// - Throws: A `JSONError` that names the key with its line and column.
  package init(parsing bytes: some Collection<UInt8>, check: @escaping CommandCheck) throws(JSONError) {
    let document = try JSON5Document(parsing: bytes, limits: JSONLimits(bytes: Self.sizeLimit))
    do throws(JSONError) {
      guard case .object(let object) = document.value else {
        throw JSONError(.wrongType, Words("a walkthrough must be an object, not \(document.value.kindName)"))
      }
      var reader = FileReader(document: document, check: check)
      self = try reader.walkthrough(object)
    } catch {
      throw document.located(error)
    }
  }
}
