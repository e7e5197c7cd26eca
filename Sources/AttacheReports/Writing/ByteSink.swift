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
