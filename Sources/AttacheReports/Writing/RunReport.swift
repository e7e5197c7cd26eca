package import AttacheCore

/// A report on a run, in one format.
package protocol RunReport: Sendable {
    /// Writes the whole report, item by item: no report holds them all.
    ///
    /// - Parameters:
    ///   - summary: What the run came to.
    ///   - items: The items, in the order of the input.
    ///   - sink: Takes the bytes; the caller finishes it.
    /// - Throws: What the feed or the sink throws.
    func write(_ summary: RunSummary, items: ItemFeed, to sink: inout ByteSink) throws
}

/// The items of a run in the order of the input, one at a time, as often as a report wants to see them.
package struct ItemFeed {
    /// Calls back for each item.
    package typealias Visit = (ReportedItem) throws -> Void

    private let iterate: (Visit) throws -> Void

    /// Creates a feed.
    ///
    /// - Parameter iterate: Calls back for each item, the same ones in the same order each time; items of one input file
    ///   or directory stand together. What the callback throws it throws on.
    package init(_ iterate: @escaping (Visit) throws -> Void) {
        self.iterate = iterate
    }

    /// Visits every item once.
    ///
    /// - Parameter visit: Called for each item.
    /// - Throws: What the source of items or the callback throws.
    package func forEach(_ visit: Visit) throws {
        try iterate(visit)
    }
}

/// One item as reports see it.
package struct ReportedItem: Sendable {
    /// What is kept of it.
    package var record: ItemRecord
    /// The file that holds its result, relative to the output directory; `nil` where there is none.
    package var output: String?

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - record: What is kept of it.
    ///   - output: The file that holds its result, relative to the output directory.
    package init(record: ItemRecord, output: String? = nil) {
        self.record = record
        self.output = output
    }
}

/// Gathers the bytes of a report and hands them on in blocks.
package struct ByteSink {
    /// Bytes that are gathered before they are handed on.
    package static let blockSize = 1 << 16

    private var block: [UInt8] = []
    private let write: ([UInt8]) throws -> Void

    /// Creates a sink.
    ///
    /// - Parameter write: Takes blocks in order; what it throws ends the report.
    package init(_ write: @escaping ([UInt8]) throws -> Void) {
        self.write = write
        block.reserveCapacity(Self.blockSize + 4096)
    }

    /// Appends text as UTF-8.
    ///
    /// - Parameter text: Any text.
    /// - Throws: What the taker of blocks throws.
    package mutating func append(_ text: String) throws {
        block.append(contentsOf: text.utf8)
        if block.count >= Self.blockSize { try flush() }
    }

    /// Appends bytes.
    ///
    /// - Parameter bytes: Any bytes.
    /// - Throws: What the taker of blocks throws.
    package mutating func append(_ bytes: [UInt8]) throws {
        block.append(contentsOf: bytes)
        if block.count >= Self.blockSize { try flush() }
    }

    /// Hands on what is left; the report is whole then.
    ///
    /// - Throws: What the taker of blocks throws.
    package mutating func finish() throws {
        if !block.isEmpty { try flush() }
    }

    private mutating func flush() throws {
        try write(block)
        block.removeAll(keepingCapacity: true)
    }
}
