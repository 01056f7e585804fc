package import AppStoreModel
package import Core
package import Dashboard

/// A guided tour of the dashboard that checks its own results, or the same steps without sentences: a scenario.
package struct Walkthrough: Hashable, Sendable {
  package var title: String
  /// Its introduction, for the person who watches; nil in a scenario.
  package var story: String?
  package var start: StartingState
  package var steps: [Step]
  /// The sentence for the customer at the end; nil in a scenario.
  package var tell: String?

  package init(
    title: String, story: String? = nil, start: StartingState = StartingState(), steps: [Step], tell: String? = nil
  ) {
    self.title = title
    self.story = story
    self.start = start
    self.steps = steps
    self.tell = tell
  }

  /// Whether it tells no story.
  package var isScenario: Bool { story == nil }
}

/// How the three parties stand before the first step.
package struct StartingState: Hashable, Sendable {
  /// An Apple Account that the ledger begins with.
  package struct Account: Hashable, Sendable {
    package var name: String
    /// ISO 3166-1 alpha-3; nil for the catalogue's own.
    package var storefront: String?

    package init(name: String, storefront: String? = nil) {
      self.name = name
      self.storefront = storefront
    }
  }

  /// Where a device looks that is no customer's: at a `till serve` on the story's own ledger.
  package enum Backend: String, Hashable, Sendable, CaseIterable {
    /// The App Store Server API.
    case appStore = "appstore:sandbox"
    /// `verifyReceipt` of production.
    case production = "receipt:production"
    /// `verifyReceipt` of the sandbox.
    case sandbox = "receipt:sandbox"
  }

  /// The device with the dashboard, among those of `backends`.
  package static let dashboard = "dashboard"

  /// A `.storekit` file, beside the walkthrough's own; nil for the demo's catalogue.
  package var catalogue: String?
  /// The Apple Accounts; nil for the demo's, with their histories.
  package var accounts: [Account]?
  /// The Apple Account that is signed in; nil for the first one.
  package var account: String?
  /// The user who is logged in to the app; nil where the customer is not logged in.
  package var user: String?
  /// The machine's clock.
  package var clock: Timestamp
  /// How much time passes before each step, in milliseconds.
  package var tick: Int64
  /// The seed of ids and tokens.
  package var seed: UInt64
  /// Where devices look that are no customer's, by the device's name.
  package var backends: [String: Backend]
  /// The secret that the app server of the story's own `till serve` requires; nil where the story has none.
  package var secret: String?
  /// The steps before the story begins.
  package var history: [Step]

  /// Noon of 1 March 2025, in UTC.
  package static let noon = Timestamp(milliseconds: 1_740_830_400_000)

  package init(
    catalogue: String? = nil, accounts: [Account]? = nil, account: String? = nil, user: String? = "one",
    clock: Timestamp = Self.noon, tick: Int64 = 60_000, seed: UInt64 = 20_250_301, backends: [String: Backend] = [:],
    history: [Step] = []
  ) {
    self.catalogue = catalogue
    self.accounts = accounts
    self.account = account
    self.user = user
    self.clock = clock
    self.tick = tick
    self.seed = seed
    self.backends = backends
    self.history = history
  }
}

/// One step: something is said, something is done, and something must then be true.
package struct Step: Hashable, Sendable {
  /// The action.
  package enum Deed: Hashable, Sendable {
    /// Nothing: there is only something to read or to check.
    case nothing
    /// On the dashboard: by the person who watches, or by Till.
    case moves([Move])
    /// Command lines of Till, one after the other, off the stage: the App Store's side, another device, another
    /// program.
    case commands([[String]])
    /// What waits for the app server is posted to a URL, oldest first.
    case post(String)
    /// A request of a server that is tested.
    case call(ServerCall)
  }

  /// The text for the person who watches.
  package var say: String?
  package var deed: Deed
  /// The device that the commands are for; nil for the dashboard's own.
  package var device: String?
  /// The name of the step's newest transaction in later steps.
  package var name: String?
  /// Part of the error message that the last command must fail with; nil if it must succeed.
  package var failure: String?
  /// The expected contents of the last command's document, or of the server's answer.
  package var answer: JSONValue?
  /// The expectations afterwards.
  package var expectations: Expectations
  /// The line of the file where the step begins, from 1.
  package var line: Int

  package init(
    say: String? = nil, deed: Deed = .nothing, device: String? = nil, name: String? = nil, failure: String? = nil,
    answer: JSONValue? = nil, expectations: Expectations = Expectations(), line: Int = 1
  ) {
    self.say = say
    self.deed = deed
    self.device = device
    self.name = name
    self.failure = failure
    self.answer = answer
    self.expectations = expectations
    self.line = line
  }
}

/// A request that a step makes of a server that is tested; names in it stand for what they name.
package struct ServerCall: Hashable, Sendable {
  /// Such as `GET`.
  package var method: String
  /// Below `$server`, `$webhook` or `$till`: a file names no address of its own.
  package var url: String
  package var headers: [String: String]
  package var body: JSONValue?

  package init(method: String, url: String, headers: [String: String] = [:], body: JSONValue? = nil) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// One move on the dashboard.
package enum Move: Hashable, Sendable {
  /// An action of the action table.
  case action(Action)
  /// Put the cursor on a product, by its id.
  case product(String)
  /// Put the cursor of the sheet in front on the row that contains a text.
  case choose(String)
  /// Type into the field in front.
  case type(String)
}

/// Whether a command line is one that Till takes, and may be run on a stage: nil, or the mistake in one line.
package typealias CommandCheck = (_ words: [String]) -> String?

extension Walkthrough {
  /// The largest file that is read, in bytes.
  package static let sizeLimit = 1 << 20

  /// Reads a file in JSON5.
  ///
  /// - Parameter check: tells command lines that cannot be run.
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
