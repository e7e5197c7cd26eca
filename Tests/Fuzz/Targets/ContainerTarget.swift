import AttacheCore
import AttacheSystem

/// Media files: their type and completeness.
enum ContainerTarget {
    /// Containers with an explicit end, so that a file without its last byte is incomplete.
    private static let ended: Set<FormatFamily> = [.png, .jpeg, .gif, .isoMedia]

    static func run(_ bytes: [UInt8]) {
        guard let format = FormatDetector.detect(prefix: bytes) else { return }
        for count in [1, 2, 3, 5, 8].map({ bytes.count * $0 / 9 }) where count >= FormatDetector.leastPrefix {
            let early = FormatDetector.detect(prefix: Array(bytes.prefix(count)))
            require(early == nil || early == format, "an early answer is final")
        }
        let facts = read(bytes, format)
        require(facts.end >= 0, "a container does not end before its beginning")
        guard facts.completeness == .complete else { return }
        require(facts.end <= bytes.count, "a complete file has every byte of its container")
        require(read(Array(bytes.prefix(facts.end)), format).completeness == .complete, "later bytes do not count")
        if ended.contains(format.family), facts.notes.isEmpty, !isOpenEnded(bytes, format) {
            let cut = read(Array(bytes.prefix(facts.end - 1)), format)
            // A truncated box of an unknown type counts as appended bytes.
            let isShorter = format.family == .isoMedia && cut.end < facts.end - 1
            require(cut.completeness != .complete || isShorter, "a file without its last byte is incomplete")
        }
    }

    /// Whether the size of a top-level box extends it to the end of the file.
    private static func isOpenEnded(_ bytes: [UInt8], _ format: MediaFormat) -> Bool {
        guard format.family == .isoMedia else { return false }
        var offset = 0
        while offset + 8 <= bytes.count {
            let size = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            if size == 0 { return true }
            // Sizes of 64 bits are not followed: such a file proves nothing here.
            if size < 8 { return size == 1 }
            offset += size
        }
        return false
    }

    private static func read(_ bytes: [UInt8], _ format: MediaFormat) -> ContainerFacts {
        let file = FuzzFile(bytes)
        guard let facts = try? ContainerTable.read(file, format: format) else {
            fatalError("Broken property: file content never throws")
        }
        require(file.readCount <= 16 * bytes.count + 300_000, "reading is bounded")
        return facts
    }

    private final class FuzzFile: ByteSource {
        private let bytes: [UInt8]
        private(set) var readCount = 0

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        var byteCount: Int { bytes.count }

        func read(at offset: Int, count: Int) throws(SystemCallError) -> [UInt8] {
            require(offset >= 0 && count >= 0, "reads have a valid offset and count")
            guard offset < bytes.count else { return [] }
            let taken = Array(bytes[offset..<offset + min(count, bytes.count - offset)])
            readCount += taken.count
            return taken
        }
    }
}
