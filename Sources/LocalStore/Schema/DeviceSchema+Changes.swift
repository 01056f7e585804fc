import Database

extension DatabaseSchema {
  /// Version 6: what is done can be taken back.
  ///
  /// SQLite notes changes of rows that have a key, so that the device's one row has one.
  static let changes: SQL =
    changeLog + """
      CREATE TABLE device_with_key(
        id INTEGER PRIMARY KEY CHECK(id = 1), updates TEXT NOT NULL, clock_offset INTEGER NOT NULL,
        floor INTEGER NOT NULL, machine_date INTEGER NOT NULL, last_checked INTEGER, offline_validity INTEGER,
        epoch INTEGER, waiting_updates INTEGER NOT NULL, verification TEXT NOT NULL DEFAULT 'none', server_grace INTEGER
      ) STRICT;
      INSERT INTO device_with_key
        SELECT 1, updates, clock_offset, floor, machine_date, last_checked, offline_validity, epoch, waiting_updates,
          verification, server_grace FROM device LIMIT 1;
      DROP TABLE device;
      ALTER TABLE device_with_key RENAME TO device;
      """
}
