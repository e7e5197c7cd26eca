/// Computes the checksum of PNG chunks, ISO 3309 and RFC 2083 section 15.
package protocol ChecksumComputing: Sendable {
    /// Returns the checksum of bytes that follow others with the checksum `value`, which is 0 at the beginning.
    func crc32(_ bytes: Span<UInt8>, after value: UInt32) -> UInt32
}

/// A checksum of bytes that are added piece by piece.
struct CRC32 {
    private let computing: any ChecksumComputing
    /// The checksum of the added bytes.
    private(set) var value: UInt32 = 0

    init(by computing: any ChecksumComputing = TableChecksum()) {
        self.computing = computing
    }

    mutating func add(_ bytes: Span<UInt8>) { value = computing.crc32(bytes, after: value) }
}

/// The checksum by tables, eight bytes per step, for any processor.
package struct TableChecksum: ChecksumComputing {
    /// Eight tables of 256 entries: table `k` is the checksum of a byte followed by `k` zero bytes.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for index in 0..<256 {
            var value = UInt32(index)
            for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
            tables[index] = value
        }
        for index in 256..<tables.count {
            let previous = tables[index - 256]
            tables[index] = tables[Int(previous & 0xFF)] ^ (previous >> 8)
        }
        return tables
    }()

    package init() {}

    package func crc32(_ bytes: Span<UInt8>, after value: UInt32) -> UInt32 {
        let tables = Self.tables.span
        var crc = ~value
        var index = 0
        let wide = bytes.count & ~7
        while index < wide {
            let low =
                crc
                ^ (UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8
                    | UInt32(bytes[index + 2]) << 16 | UInt32(bytes[index + 3]) << 24)
            // Two halves, so that the eight look-ups do not wait for each other.
            let first =
                tables[1792 + Int(low & 0xFF)] ^ tables[1536 + Int(low >> 8 & 0xFF)]
                ^ tables[1280 + Int(low >> 16 & 0xFF)] ^ tables[1024 + Int(low >> 24)]
            let second =
                tables[768 + Int(bytes[index + 4])] ^ tables[512 + Int(bytes[index + 5])]
                ^ tables[256 + Int(bytes[index + 6])] ^ tables[Int(bytes[index + 7])]
            crc = first ^ second
            index += 8
        }
        while index < bytes.count {
            crc = tables[Int((crc ^ UInt32(bytes[index])) & 0xFF)] ^ (crc >> 8)
            index += 1
        }
        return ~crc
    }
}
