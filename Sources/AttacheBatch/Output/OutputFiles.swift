import SystemPackage

/// The unfinished outputs that stay open, those that were written to last: few, however many inputs are under way.
struct OutputFiles {
    /// How many stay open.
    static let capacity = 8

    /// The one that was written to last stands last.
    private var open: [(number: Int64, file: OutputFile)] = []

    /// Appends bytes to an output.
    ///
    /// - Parameters:
    ///   - bytes: The bytes; without any the file is made all the same.
    ///   - number: The ledger's number of the input.
    ///   - path: Where the unfinished output is.
    ///   - byteCount: How many bytes of it count so far.
    /// - Throws: `BatchError` when the disk does not take them, or the file is shorter than that.
    mutating func append(
        _ bytes: [UInt8],
        to number: Int64,
        at path: FilePath,
        keeping byteCount: Int
    ) throws(BatchError) {
        let file: OutputFile
        if let place = open.firstIndex(where: { $0.number == number }) {
            file = open.remove(at: place).file
        } else {
            file = try OutputFile(path, keeping: byteCount)
        }
        try file.append(bytes)
        if open.count >= Self.capacity { open.removeFirst() }
        open.append((number, file))
    }

    /// Closes an output, if it is open.
    mutating func close(_ number: Int64) {
        open.removeAll { $0.number == number }
    }
}
