import Storage

/// The one list of all tables and columns: which may hold a person's data, and how forgetting finds it.
///
/// A test compares it with the schema of each database, so that a new column must be added here.
package enum PersonalData {
  /// How a person's rows of a table are found and removed.
  enum Removal: Hashable {
    /// The rows of the customer are deleted.
    case customer
    /// The rows that map a former number to the customer are deleted too.
    case joined
    /// The look-up rows of the customer's ids are deleted.
    case lead
    /// The rows about one of the customer's ids or tokens are deleted.
    case subject
    /// The rows that contain one of the ids, also inside encoded data, are deleted.
    case mention
    /// The rows stay; the customer's number in them is replaced by a hash.
    case hash
    /// The table has no personal data.
    case nothing
  }

  /// The entry of one table.
  package struct Answer {
    let table: DeskTable
    let removal: Removal
    /// The columns that may hold a person's ids, or data about the person.
    package let personal: [String]
    /// The columns without personal data.
    package let other: [String]

    package var name: String { table.name }

    init(_ table: DeskTable, _ removal: Removal, _ personal: String = "", other: String = "") {
      self.table = table
      self.removal = removal
      self.personal = personal.split(separator: " ").map(String.init)
      self.other = other.split(separator: " ").map(String.init)
    }
  }

  private static let scope = "app environment"

  package static let answers: [Answer] = [
    Answer(DeskTables.apps, .nothing, other: "app bundle_id"),
    Answer(DeskTables.settings, .nothing, other: "name value"),
    Answer(DeskTables.secrets, .nothing, other: "name value"),
    Answer(DeskTables.marks, .nothing, other: "name value"),
    Answer(DeskTables.products, .nothing, other: "app product position json"),
    Answer(
      DeskTables.customers, .customer, "customer created app_transaction transactions last_event",
      other: scope + " rules"),
    Answer(DeskTables.aliases, .joined, "customer into_customer date", other: scope),
    Answer(DeskTables.joins, .joined, "customer into_customer date", other: scope),
    Answer(DeskTables.tokens, .customer, "customer token first_seen last_seen", other: scope),
    Answer(
      DeskTables.evidence, .customer, "customer id signed digest payload signature arrived",
      other: scope + " kind header verdict root"),
    Answer(
      DeskTables.derived, .customer,
      "customer product type state entitled confirmed expires since balance deciding next_moment", other: scope),
    Answer(DeskTables.findings, .customer, "customer view subject place", other: scope),
    Answer(DeskTables.money, .customer, "customer currency spent refunded", other: scope),
    Answer(DeskTables.queue, .customer, "customer since tries failure", other: scope),
    Answer(DeskTables.notes, .customer, "customer number date author body", other: scope),
    Answer(
      DeskTables.notifications, .customer, "customer uuid type subtype signed arrived transaction_id", other: scope),
    Answer(DeskTables.letters, .customer, "customer uuid arrived payload signature", other: scope + " header"),
    Answer(DeskTables.refreshes, .customer, "customer revision date", other: scope),
    Answer(DeskTables.orders, .customer, "customer order_id date", other: scope),
    Answer(
      DeskTables.requests, .customer, "customer number kind subject body agent asked state changed outcome",
      other: scope),
    Answer(DeskTables.lookups, .lead, "id customer", other: scope + " kind"),
    Answer(DeskTables.names, .lead, "id customer", other: scope + " kind"),
    Answer(DeskTables.persons, .lead, "token customer", other: scope),
    Answer(DeskTables.headers, .nothing, other: "id segment"),
    Answer(DeskTables.roots, .nothing, other: "id fingerprint"),
    Answer(
      DeskTables.events, .mention, "uuid payload signature", other: scope + " type subtype signed arrived header"),
    Answer(
      DeskTables.claims, .subject, "subject user_id product entitled until_date reason at arrived", other: scope),
    Answer(
      DeskTables.usages, .subject, "subject product consented delivery percentage sample at arrived", other: scope),
    Answer(DeskTables.deltas, .nothing, other: "batch number name day product amount"),
    Answer(DeskTables.totals, .nothing, other: "name day product amount"),
    Answer(
      DeskTables.quarantine, .mention, "digest place message transaction_id body", other: scope + " failure date"),
    Answer(DeskTables.audit, .hash, "subject detail", other: "number date agent act xid"),
    // Keyed hashes reveal nothing without the desk's key, and are needed to refuse later data about the person.
    Answer(DeskTables.forgotten, .nothing, other: "hash date " + scope),
    Answer(DeskTables.imports, .nothing, other: "source place line date"),
  ]

  static func tables(_ removals: Removal...) -> [DeskTable] {
    answers.filter { removals.contains($0.removal) }.map(\.table)
  }

  /// The tables whose rows may be deleted or changed.
  static let touched = answers.filter { $0.removal != .nothing }.map(\.table)

  /// Returns the columns that are missing from this list, as `table.column`.
  package static func unanswered(_ columns: [(table: String, column: String)]) -> [String] {
    let known = Set(answers.flatMap { answer in (answer.personal + answer.other).map { "\(answer.name).\($0)" } })
    return columns.map { "\($0.table).\($0.column)" }.filter { !known.contains($0) }
  }
}
