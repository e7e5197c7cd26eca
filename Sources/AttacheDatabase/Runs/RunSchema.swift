/// The tables of a run's ledger.
enum RunSchema {
    /// `ATCR`, to reject the databases of other programs.
    static let applicationIdentifier = 0x4154_4352
    /// Incremented with every change of the tables.
    static let version = 1

    static let creation = """
        CREATE TABLE process (number INTEGER PRIMARY KEY, began TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
        CREATE TABLE identity (position INTEGER PRIMARY KEY, name TEXT NOT NULL, value TEXT NOT NULL);
        CREATE TABLE folder (number INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE);
        CREATE TABLE input (
            number INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, source TEXT NOT NULL, output BLOB UNIQUE,
            folder INTEGER NOT NULL, lines INTEGER NOT NULL, stage INTEGER NOT NULL,
            bytes INTEGER, modified INTEGER, changed INTEGER, digest BLOB NOT NULL, digested INTEGER NOT NULL,
            consumed INTEGER NOT NULL, line INTEGER NOT NULL, items INTEGER NOT NULL, written INTEGER NOT NULL,
            fault INTEGER NOT NULL, kept_items INTEGER, kept_bytes INTEGER
        );
        CREATE INDEX input_order ON input (folder, lines);
        CREATE TABLE detail (
            number INTEGER PRIMARY KEY, outcome TEXT NOT NULL, reason TEXT, media TEXT, text BLOB NOT NULL
        );
        CREATE TABLE item (
            input INTEGER NOT NULL, sequence INTEGER NOT NULL, line INTEGER NOT NULL, id BLOB, detail INTEGER NOT NULL,
            process INTEGER NOT NULL, times TEXT NOT NULL, fault BLOB, PRIMARY KEY (input, sequence)
        ) WITHOUT ROWID;
        CREATE TABLE waiting (
            input INTEGER NOT NULL, sequence INTEGER NOT NULL, line INTEGER NOT NULL, end INTEGER NOT NULL,
            bytes BLOB NOT NULL, PRIMARY KEY (input, sequence)
        ) WITHOUT ROWID;
        CREATE VIEW items AS
            SELECT input.source || CASE item.line WHEN 0 THEN '' ELSE '#' || item.line END AS source,
                CAST(item.id AS TEXT) AS id, detail.outcome, detail.reason, detail.media
            FROM item JOIN input ON input.number = item.input JOIN detail ON detail.number = item.detail
            ORDER BY item.input, item.sequence;
        """

    /// Private to one process: the inputs that it has seen.
    static let temporary = "CREATE TEMP TABLE met (input INTEGER PRIMARY KEY)"
}
