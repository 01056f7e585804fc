/// Signed data, the team server's claims, and what failed.
extension DeskTables {
  private static let batch = DeskTable.Column.integer(
    "batch", "the import that brought the row; empty for what Apple sent"
  ).optional
  private static let header = DeskTable.Column.integer("header", "the JWS header; see headers")
  private static let payload = DeskTable.Column.bytes("payload", "the JWS payload, decoded from base64").personal
  private static let signature = DeskTable.Column.bytes("signature", "the JWS signature").personal
  private static let arrived = DeskTable.Column.date("arrived", "when the desk received it").personal.checked("? > 0")
  private static let verdict = DeskTable.Column.small(
    "verdict", "0 not verified, 1 verified, 2 Apple's answer, 3 a receipt, 4 a file"
  ).within(0...4)
  private static let root = DeskTable.Column.integer("root", "the root it was verified against; see roots").optional
  private static let statementKind = DeskTable.Column.small(
    "kind", "0 transaction, 1 renewal info"
  ).within(0...1)

  /// The header segments of signed data, stored once because many JWS share one that is nine tenths of their size.
  package static let headers = DeskTable(
    "headers", "A JWS header with its certificates, which many signed texts share.",
    [.integer("id", "hash of the segment"), .bytes("segment", "the header segment in base64url")], key: ["id"],
    place: .everywhere, removal: .nothing)
  /// The root certificates against which data was verified.
  package static let roots = DeskTable(
    "roots", "A root certificate against which data was verified.",
    [.integer("id", "hash of the fingerprint"), .text("fingerprint", "SHA-256 of the certificate")], key: ["id"],
    place: .everywhere, removal: .nothing)
  /// The signed statements about customers' purchases, in every version; the exact JWS can be rebuilt from a row.
  package static let evidence = ofCustomer(
    "evidence", "A signed statement about a purchase; its header, payload and signature make the exact JWS.",
    [
      statementKind, .integer("id", "transaction id; of a renewal info its lineage").personal,
      .date("signed", "signedDate").personal, .integer("digest", "hash of the payload without signedDate").personal,
      header, payload, signature, verdict, root, arrived, batch,
    ], key: ["kind", "id", "digest"], isNarrow: false)
  /// Renewal infos of lineages that no transaction has named yet; they make no customer.
  package static let waiting = DeskTable(
    "waiting", "A renewal info of a lineage that no transaction has named yet; it waits for that transaction.",
    [
      .integer("lineage", "original transaction id").personal, app, environment,
      .integer("digest", "hash of the payload without signedDate").personal, .date("signed", "signedDate").personal,
      header, payload, signature, verdict, root, arrived, batch,
    ], key: ["lineage", "app", "environment", "digest"], place: .by("lineage"), removal: .mention, traffic: .churns,
    indexes: [.init("waiting_arrived", ["arrived", "app", "environment"])], ages: "arrived", isNarrow: false)
  /// The facts of every notification about a customer; they decide refunds and never expire.
  package static let notifications = ofCustomer(
    "notifications", "What one of Apple's notifications says; refunds depend on it, so that it never expires.",
    [
      .text("uuid", "notificationUUID in lower case").personal, .text("type", "notificationType").personal,
      .text("subtype", "subtype").personal.optional, .date("signed", "signedDate").personal, arrived,
      .integer("transaction_id", "the transaction in it").personal.optional, batch,
    ], key: ["uuid"],
    indexes: [
      .init("notifications_arrived", ["arrived", "app", "environment"], including: ["signed", "type"])
    ], isNarrow: false)
  /// The signed texts of notifications: nine tenths of the data, kept as proof; no derived row depends on them.
  package static let letters = ofCustomer(
    "letters",
    "The signed text of a notification, kept as proof; partitioned by month, so that old months are dropped.",
    [.text("uuid", "notificationUUID in lower case").personal, arrived, header, payload, signature],
    key: ["uuid", "arrived"], ages: "arrived", isNarrow: false)
  /// Apple's notifications that are about no customer: a test, a summary, an external purchase.
  package static let events = DeskTable(
    "events", "A notification of Apple's that is about no customer: a test, a summary, an external purchase.",
    [
      .text("uuid", "notificationUUID in lower case").personal, app, environment, .text("type", "notificationType"),
      .text("subtype", "subtype").optional, .date("signed", "signedDate"),
      .date("arrived", "when the desk received it").checked("? > 0"), header, payload, signature, batch,
    ], key: ["uuid", "app", "environment"], place: .by("uuid"), removal: .mention, traffic: .grows,
    indexes: [.init("events_arrived", ["arrived", "app", "environment"])], ages: "arrived", isNarrow: false)

  private static let subject = DeskTable.Column.text(
    "subject", "the user's token, or a transaction id, in lower case"
  ).personal
  private static let at = DeskTable.Column.date("at", "the date that the team's server gave").personal

  /// The team server's claims, by user or purchase.
  package static let claims = DeskTable(
    "claims", "A claim of the team's own server about a user and a product; the newest one counts.",
    [
      subject, app, environment, .text("product", "product id").personal, at,
      .text("user_id", "the user, where the claim names a purchase").personal,
      .boolean("entitled", "whether the server gives access").personal,
      .date("until_date", "until when").personal.optional, .text("reason", "why").personal.optional, arrived, batch,
    ], key: ["subject", "app", "environment", "product", "at"], place: .by("subject"), removal: .subject,
    traffic: .grows)
  /// The team server's records of consent and usage, by user or purchase.
  package static let usages = DeskTable(
    "usages", "A record of the team's own server about consent and use, from which consumption requests are answered.",
    [
      subject, app, environment, .text("product", "product id; empty if the subject is a purchase").personal, at,
      .boolean("consented", "whether the customer consented to sending it to Apple").personal,
      .text("delivery", "Apple's delivery status").personal.optional,
      .integer("percentage", "share used, in thousandths of a percent").personal.optional.within(0...100_000),
      .boolean("sample", "whether the customer could try the content").personal.optional, arrived, batch,
    ], key: ["subject", "app", "environment", "product", "at"], place: .by("subject"), removal: .subject,
    traffic: .grows)

  // MARK: What failed, and who did what

  /// The items that failed verification, with their source and the reason.
  package static let quarantine = DeskTable(
    "quarantine", "An item that failed verification, with its source and the reason; the oldest are deleted first.",
    [
      .bytes("digest", "SHA-256 of the item").personal, app, environment,
      .text("place", "file and line, or the address of a listener").personal,
      .text("failure", "kind of failure"), .text("message", "the failure in words").personal,
      .integer("transaction_id", "the transaction that it names without proof").personal.optional,
      .bytes("body", "the item").personal, .date("date", "when it arrived").checked("? > 0"), batch,
    ], key: ["digest", "app", "environment"], place: .by("digest"), removal: .mention, traffic: .churns,
    indexes: [.init("quarantine_date", ["date", "app", "environment"])], ages: "date", isNarrow: false)
  /// The audit: agents' reads and changes; of a forgotten person it keeps only a hash.
  ///
  /// The entry of an agent's read is also the ticket for reading; `xid` is the transaction that committed it.
  package static let audit = DeskTable(
    "audit", "What an agent read or changed; partitioned by month, so that old months are dropped.",
    [
      .integer("number", "number of the entry, and the ticket of a read"),
      .date("date", "when it happened").checked("? > 0"), .text("agent", "login or name of the agent"),
      .text("act", "what the agent did"), .text("subject", "the customer, as #17; a hash once forgotten").personal,
      .text("detail", "the query, or what was changed").personal,
      .integer("xid", "the transaction that committed the entry").optional,
    ], key: ["number", "date"], place: .by("number"), removal: .hash, traffic: .grows,
    indexes: [.init("audit_date", ["date"])], ages: "date")
  /// Hashes of the ids of forgotten people, so that a later notification does not store them again.
  package static let forgotten = DeskTable(
    "forgotten", "The keyed hash of an id of a forgotten person; later data about it is refused.",
    [
      .bytes("hash", "HMAC-SHA256 of the id; it reveals nothing without the key in secrets"), app, environment,
      .date("date", "when the person was forgotten").checked("? > 0"),
    ], key: ["hash", "app", "environment"], place: .everywhere, removal: .nothing)

  // MARK: Imports

  /// The imports, with how far each file was read, so that an import can continue or be taken back.
  package static let imports = DeskTable(
    "imports", "An import of a file: how far it was read, and under which number it can be taken back.",
    [
      .integer("batch", "number of the import; see the columns of the same name"), app, environment,
      .text("source", "keyed hash of the file's name, because a file may be named after a customer"),
      .integer("place", "bytes read").checked("? >= 0"), .integer("line", "lines read").checked("? >= 0"),
      .date("date", "when the last part was stored").checked("? > 0"),
      .text("state", "running, done, or undone").oneOf(["running", "done", "undone"]),
    ], key: ["batch", "app", "environment"], place: .everywhere, removal: .nothing, traffic: .churns,
    indexes: [.init("imports_source", ["source", "app", "environment"])])
  /// The customers about whom an import brought new rows, so that it can be taken back.
  package static let importedCustomers = ofCustomer(
    "imported_customers", "A customer about whom an import brought new rows.",
    [.integer("batch", "number of the import")], key: ["batch"],
    indexes: [.init("imported_customers_batch", ["batch", "app", "environment", "customer"])])
}
