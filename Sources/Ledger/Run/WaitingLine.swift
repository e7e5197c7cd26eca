/// A result that is finished before one that stands before it in the output; it waits in the ledger for its turn.
package struct PendingLine: Sendable, Equatable {
    /// Its place among the items of its input, from 0.
    package var sequence: Int
    /// Its line in the input, from 1.
    package var line: Int
    /// Where the item ends in the input, in bytes.
    package var end: Int
    /// The output, its line feed included.
    package var bytes: [UInt8]

    /// Creates a waiting result.
    ///
    /// - Parameters:
    ///   - sequence: Its place among the items of its input, from 0.
    ///   - line: Its line in the input, from 1.
    ///   - end: Where the item ends in the input, in bytes.
    ///   - bytes: The output, its line feed included.
    package init(sequence: Int, line: Int, end: Int, bytes: [UInt8]) {
        self.sequence = sequence
        self.line = line
        self.end = end
        self.bytes = bytes
    }
}
