/// Reads the header of an AU file, "NeXT/Sun audio": where the sound begins and how long it is.
struct AUContainer: ContainerReading {
    /// The header without its annotation: magic, offset, length, encoding, rate, channels, four bytes each.
    private static let headerSize = 24

    func read(_ file: any ByteSource) throws(ByteSourceError) -> ContainerFacts {
        var window = ByteWindow(file, size: ByteWindow.hopSize)
        var facts = ContainerFacts(format: .au, end: window.byteCount)
        guard let start = try window.bigEndian(at: 4, 4), let length = try window.bigEndian(at: 8, 4) else {
            facts.completeness = .incomplete("it ends inside its header")
            return facts
        }
        // All ones mean that the length was not known when the header was written.
        let isOpen = length == 0xFFFF_FFFF
        if start < Self.headerSize || length == 0 {
            facts.completeness = .incomplete("it announces no sound")
        } else if start >= window.byteCount || (!isOpen && length > window.byteCount - start) {
            facts.completeness = .incomplete("it announces more sound than it has")
        } else if !isOpen {
            facts.end = start + length
        }
        return facts
    }
}
