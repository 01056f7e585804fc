import AppStoreSimulator
import Backends
import LocalStore
import Purchasing
import SafeText
import StoreModel
import StrictJSON

extension SimulatorVerb {
  /// Carries out at a ledger of this process what a device elsewhere asked for.
  static func serve(_ far: RemoteVerb, at appStore: SimulatedAppStore) throws(BackendError) -> RemoteVerbAnswer {
    let files = SimulatorFiles()
    do {
      let given = far.options.filter { $0.key != "json" }
      let options = Arguments(words: ["simulator"] + far.words, values: given)
      let verb = try inner.first { $0.name == far.words.first } ?? verb(for: far.words, options: options)
      guard case .atAppStore(let run) = verb.deed else {
        throw UsageError("till simulator \(verb.name) works in files of its own: leave out --backend")
      }
      let words = Array(far.words.dropFirst())
      guard verb.words.contains(words.count) else { throw UsageError("usage: till simulator " + verb.usage) }
      let call = Invocation(
        words: far.words, options: options, output: Output(json: false, utc: options.has("utc")))
      let answer = try run(
        SimulatorCall(
          words: words, invocation: call, device: SimulatorDevice(far, output: files), appStore: appStore))
      return .done(document: answer.document, text: answer.text, files: files.files)
    } catch SimulatorNeed.answer(let question) {
      return .question(question)
    } catch SimulatorNeed.file(let name) {
      return .wantsFile(name)
    } catch {
      let (status, message) = Program.explain(error)
      throw BackendError(status == .usage ? .usage : status == .unusable ? .unusable : .failed, message)
    }
  }
}

extension StoreSession {
  /// Carries a verb out where the App Store is: in this process, or at the `till serve` that the backend names.
  ///
  /// - Parameters:
  ///   - words: What stands behind `till simulator`.
  ///   - call: Its options, and who is asked.
  /// - Throws: what the verb throws; a `CommandError` (exit 2) with any other backend.
  func carryOut(
    _ verb: SimulatorVerb, _ words: [String], _ call: Invocation
  ) async throws -> SimulatorAnswer {
    guard case .atAppStore(let run) = verb.deed else {
      throw CommandError(.usage, "till simulator \(verb.name) is for the command line alone")
    }
    let device = SimulatorDevice(self, call)
    let answer =
      if let backend = backend as? RemoteStoreBackend {
        try await carryOut(verb, words, call, device, at: backend.store)
      } else {
        try run(
          SimulatorCall(
            words: Array(words.dropFirst()), invocation: call, device: device, appStore: simulatedAppStore()))
      }
    if verb.changesPrices {
      // This device shows the new prices at once, unless it has no network.
      _ = try? await purchasing().loadProducts()
    }
    return answer
  }

  private func carryOut(
    _ verb: SimulatorVerb, _ words: [String], _ call: Invocation, _ device: SimulatorDevice, at store: RemoteStore
  ) async throws -> SimulatorAnswer {
    var far = RemoteVerb(words: words, account: try reader().deviceState().account)
    for name in verb.options + ["environment", "utc", "yes"] where call.options.has(name) {
      far.options[name] = call.options.all(name)
    }
    // What it names itself is read and written, whatever the server says.
    let own = Set(words.dropFirst() + verb.options.flatMap(call.options.all))
    while true {
      let answer: RemoteVerbAnswer
      do throws(BackendError) {
        answer = try await store.carryOut(far)
      } catch {
        throw error.kind == .usage ? CommandError(.usage, error.message) : error
      }
      switch answer {
      case .question(let question) where far.options["yes"] == nil:
        try device.confirm(safeText(question, limit: 400))
        far.options["yes"] = [""]
      case .wantsFile(let name) where own.contains(name) && far.files[name] == nil:
        far.files[name] = try device.read(name)
      case .done(let document, let text, let files) where files.keys.allSatisfy(own.contains):
        for (name, bytes) in files { try device.write(bytes, name) }
        return SimulatorAnswer(document: document, text: text)
      default:
        throw CommandError(.unusable, "\(store.address) answers as no `till serve` of this version does")
      }
    }
  }
}
