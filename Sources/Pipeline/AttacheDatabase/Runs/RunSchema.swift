/// The tables of a run's ledger.
enum RunSchema {
    /// `ATCR`, to reject the databases of other programs.
    static let applicationIdentifier = 0x4154_4352
    /// Incremented with every change of the tables. Version 1 had no blocks.
    static let version = 2

    static let creation = tables + blocks

    private static let tables = """
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

        """

    /// Blocks, and the view of items with those in blocks. A block has an array of details and one of times, both in the
    /// order of its items, whose sequence and line numbers follow each other.
    static let blocks = """
        CREATE TABLE block (
            input INTEGER NOT NULL, sequence INTEGER NOT NULL, line INTEGER NOT NULL, process INTEGER NOT NULL,
            details TEXT NOT NULL, times TEXT NOT NULL, PRIMARY KEY (input, sequence)
        ) WITHOUT ROWID;
        CREATE VIEW items AS
            WITH every (input, sequence, line, id, detail) AS (
                SELECT input, sequence, line, id, detail FROM item
                UNION ALL
                SELECT block.input, block.sequence + part.key, block.line + part.key, NULL, part.value
                FROM block, json_each(block.details) AS part
            )
            SELECT input.source || CASE every.line WHEN 0 THEN '' ELSE '#' || every.line END AS source,
                CAST(every.id AS TEXT) AS id, detail.outcome, detail.reason, detail.media
            FROM every JOIN input ON input.number = every.input JOIN detail ON detail.number = every.detail
            ORDER BY every.input, every.sequence;
        """

    /// Private to one process: the inputs that it has seen, and the inputs in the order of their names.
    static let temporary = """
        CREATE TEMP TABLE met (input INTEGER PRIMARY KEY);
        CREATE TEMP TABLE sorted (position INTEGER PRIMARY KEY, input INTEGER NOT NULL)
        """
}
