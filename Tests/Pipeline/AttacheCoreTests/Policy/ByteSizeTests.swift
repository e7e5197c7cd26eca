import AttacheCore
import TestWidth
import Testing

@Suite("Byte size", .inProcess, .timeLimit(.minutes(1)))
struct ByteSizeTests {
    @Test(
        "Powers of 1000 and of 1024 are distinguished",
        arguments: [
            ("0B", 0), ("1B", 1), ("1kB", 1000), ("1KB", 1000), ("1KiB", 1024),
            ("10MB", 10_000_000), ("10MiB", 10_485_760), ("50MB", 50_000_000), ("50MiB", 52_428_800),
            ("1GB", 1_000_000_000), ("10GiB", 10_737_418_240), ("1TB", 1_000_000_000_000), ("1TiB", 1_099_511_627_776),
            ("1.5MiB", 1_572_864), ("0.5KiB", 512), ("0.001kB", 1), ("007B", 7),
            ("9223372036854775807B", .max), ("8388607TiB", 8_388_607 << 40),
        ]
    )
    func sizes(text: String, byteCount: Int) throws {
        #expect(try ByteSize(parsing: text).byteCount == byteCount)
    }

    @Test(
        "Ambiguous sizes are rejected",
        arguments: [
            "", "10", "10M", "10mb", "10mib", "10Mb", "MB", "-1MB", "+1MB", " 1MB", "1 MB", "1MB ", "1,5MB", "1.MB",
            ".5MB",
            "1.5.5MB", "1e3B", "0x10B", "0.1B", "0.0001kB", "1PB", "١MB", "9223372036854775808B", "8388608TiB",
            "0.0000000000000000000000000000001TB", "99999999999999999999MB",
        ]
    )
    func rejected(text: String) {
        #expect(throws: ConfigurationError.self) { try ByteSize(parsing: text) }
    }

    @Test(
        "The remedy names the possible meanings",
        arguments: [("10", "10B"), ("10M", "10MB"), ("10M", "10MiB"), ("10mb", "10MiB"), ("x", "10MB"), ("1PB", "TiB")]
    )
    func cure(text: String, expected: String) throws {
        guard case .invalid(_, let fix) = ByteSize.parse(text) else {
            Issue.record("\(text) is accepted as a size")
            return
        }
        #expect(fix.contains(expected))
    }

    @Test(
        "A size is written in the largest unit that fits",
        arguments: [(0, "0B"), (1023, "1023B"), (1024, "1KiB"), (10_000_000, "10MB"), (10_485_760, "10MiB")]
    )
    func description(byteCount: Int, text: String) throws {
        #expect(ByteSize(byteCount: byteCount).description == text)
        #expect(try ByteSize(parsing: text).byteCount == byteCount)
    }
}
