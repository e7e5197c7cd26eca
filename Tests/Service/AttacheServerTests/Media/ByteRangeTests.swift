import TestWidth
import Testing

@testable import AttacheServer

@Suite("Range requests", .inProcess, .timeLimit(.minutes(1)))
struct ByteRangeTests {
    @Test(
        "A single range of ten bytes",
        arguments: [
            (nil, .whole), ("bytes=0-3", .part(0..<4)), ("bytes=0-9", .part(0..<10)), ("bytes=0-10", .part(0..<10)),
            ("bytes=9-9", .part(9..<10)), ("bytes=9-", .part(9..<10)), ("bytes=10-", .unsatisfiable),
            ("bytes=10-11", .unsatisfiable), ("bytes=-1", .part(9..<10)), ("bytes=-10", .part(0..<10)),
            ("bytes=-11", .part(0..<10)), ("bytes=-0", .unsatisfiable), ("bytes= 2 - 3 ", .part(2..<4)),
            ("Bytes=2-3", .part(2..<4)), ("bytes=99999999999999999999-", .unsatisfiable),
            ("bytes=2-99999999999999999999", .part(2..<10)),
        ] as [(String?, ByteRange)]
    )
    func single(_ field: String?, _ expected: ByteRange) {
        #expect(ByteRange(field, length: 10) == expected)
    }

    @Test(
        "An invalid range and multiple ranges return the whole representation",
        arguments: [
            "bytes=3-2", "bytes=-", "bytes=", "bytes", "items=0-1", "bytes=0-1,4-5", "bytes=+1-2", "bytes=0x1-2", "",
        ]
    )
    func whole(_ field: String) {
        #expect(ByteRange(field, length: 10) == .whole)
    }
}
