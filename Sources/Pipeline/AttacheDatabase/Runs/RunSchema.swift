/// The tables of a run's ledger.
enum RunSchema {
    /// `ATCR`, to reject the databases of other programs.
    static let applicationIdentifier = 0x4154_4352
    /// Incremented with every change of the tables. Version 2 had rows for consecutive items, its blocks.
    static let version = 3

    static let creation = tables + view

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

    /// The items for users, in the order of the run.
    static let view = """
        CREATE VIEW items AS
            SELECT input.source || CASE item.line WHEN 0 THEN '' ELSE '#' || item.line END AS source,
                CAST(item.id AS TEXT) AS id, detail.outcome, detail.reason, detail.media
            FROM item JOIN input ON input.number = item.input JOIN detail ON detail.number = item.detail
            ORDER BY item.input, item.sequence;

        """

    /// Gives each item of a block of version 2 a row. A block has an array of details and one of times, both in the order of
    /// its items, whose sequence and line numbers follow each other.
    static let itemsOfBlocks = """
        INSERT INTO item
            WITH part AS MATERIALIZED (
                SELECT block.input, block.sequence + place.key AS sequence,
                    CASE block.line WHEN 0 THEN 0 ELSE block.line + place.key END AS line, place.value AS detail, block.process
                FROM block, json_each(block.details) AS place
            ), time AS MATERIALIZED (
                SELECT block.input, block.sequence + place.key AS sequence, place.value AS times
                FROM block, json_each(block.times) AS place
            )
            SELECT input, sequence, line, NULL, detail, process, times, NULL FROM part JOIN time USING (input, sequence);
        DROP VIEW items;
        DROP TABLE block;

        """

    /// Private to one process: the inputs that it has seen, and the inputs in the order of their names.
    static let temporary = """
        CREATE TEMP TABLE met (input INTEGER PRIMARY KEY);
        CREATE TEMP TABLE sorted (position INTEGER PRIMARY KEY, input INTEGER NOT NULL)
        """
}
