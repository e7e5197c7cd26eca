package import AttacheCore

/// A report on a run, in one format.
package protocol RunReport: Sendable {
    /// Writes the whole report, item by item, without holding all items; the caller finishes the sink.
    func write(_ summary: RunSummary, items: ItemFeed, to sink: inout ByteSink) throws
}

/// The items of a run by the names of their inputs, one at a time; it can be iterated repeatedly.
package struct ItemFeed {
    package typealias Visit = (ReportedItem) throws -> Void

    private let iterate: (Visit) throws -> Void

    /// Creates a feed from a function that visits the same items in the same order each time; items of one input file
    /// or directory are contiguous.
    package init(_ iterate: @escaping (Visit) throws -> Void) {
        self.iterate = iterate
    }

    package func forEach(_ visit: Visit) throws {
        try iterate(visit)
    }
}

/// One item of a report.
package struct ReportedItem: Sendable {
    package var record: ItemRecord
    /// The file that contains its result, relative to the output directory; `nil` without one.
    package var output: String?
    /// The form in which the report shows its URLs.
    package var urls: URLForm

    package init(record: ItemRecord, output: String? = nil, urls: URLForm = .withoutQuery) {
        self.record = record
        self.output = output
        self.urls = urls
    }
}

/// A buffer that collects the bytes of a report and passes them on in blocks.
package struct ByteSink {
    /// The size of a block, in bytes.
    package static let blockSize = 1 << 16

    private var block: [UInt8] = []
    private let write: ([UInt8]) throws -> Void

    /// Creates a sink; `write` receives the blocks in order, and an error ends the report.
    package init(_ write: @escaping ([UInt8]) throws -> Void) {
        self.write = write
        block.reserveCapacity(Self.blockSize + 4096)
    }

    /// Appends text as UTF-8.
    package mutating func append(_ text: String) throws {
        block.append(contentsOf: text.utf8)
        if block.count >= Self.blockSize { try flush() }
    }

    package mutating func append(_ bytes: [UInt8]) throws {
        block.append(contentsOf: bytes)
        if block.count >= Self.blockSize { try flush() }
    }

    /// Passes on the rest; the report is then complete.
    package mutating func finish() throws {
        if !block.isEmpty { try flush() }
    }

    private mutating func flush() throws {
        try write(block)
        block.removeAll(keepingCapacity: true)
    }
}
