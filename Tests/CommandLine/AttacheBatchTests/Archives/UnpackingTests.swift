import Attache
import AttacheBatch
import AttacheTesting
import Foundation
import TestWidth
import Testing

@Suite("Unpacking", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct UnpackingTests {
    private static let text = Array((0..<40_000).map { "line \($0)\n" }.joined().utf8)

    /// Compresses with the command-line program.
    private static func packed(_ bytes: [UInt8], _ compression: Compression, options: String = "") throws -> [UInt8] {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let directory = scratch.url
        try Data(bytes).write(to: directory.appending(path: "in"))
        let program = compression == .gzip ? "gzip" : "zstd -q"
        let command = "\(program) \(options) -c < in > out"
        let status = try ChildProcess("/bin/sh", ["-c", command], in: directory.path).waitBlocking()
        try #require(status == 0)
        return Array(try Data(contentsOf: directory.appending(path: "out")))
    }

    private static func unpacked(_ bytes: [UInt8], _ compression: Compression, piece: Int) throws -> ([UInt8], Bool) {
        let unpacker = try compression.makeUnpacker()
        var output: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            var part = rest.prefix(piece)
            rest = rest.dropFirst(piece)
            while true {
                let step = try unpacker.unpack(part)
                part = part.dropFirst(step.taken)
                output += step.output
                if part.isEmpty, step.output.count < 64 * 1024 { break }
            }
        }
        return (output, unpacker.isComplete)
    }

    @Test("A stream decompresses to its input, for any input piece size", arguments: Compression.allCases, [7, 65_536])
    func roundTrip(compression: Compression, piece: Int) throws {
        let packed = try Self.packed(Self.text, compression)
        let (output, isComplete) = try Self.unpacked(packed, compression, piece: piece)
        #expect(output == Self.text)
        #expect(isComplete)
    }

    @Test("Two concatenated streams decompress as one", arguments: Compression.allCases)
    func concatenated(compression: Compression) throws {
        let packed = try Self.packed(Self.text, compression)
        let (output, isComplete) = try Self.unpacked(packed + packed, compression, piece: 1000)
        #expect(output == Self.text + Self.text)
        #expect(isComplete)
    }

    @Test("An empty stream is valid", arguments: Compression.allCases)
    func empty(compression: Compression) throws {
        let (output, isComplete) = try Self.unpacked(try Self.packed([], compression), compression, piece: 1000)
        #expect(output.isEmpty)
        #expect(isComplete)
    }

    @Test("A truncated stream is incomplete", arguments: Compression.allCases)
    func truncated(compression: Compression) throws {
        let packed = try Self.packed(Self.text, compression).dropLast()
        #expect(try Self.unpacked(Array(packed), compression, piece: 1000).1 == false)
    }

    @Test("Bytes of another format are rejected", arguments: Compression.allCases)
    func damaged(compression: Compression) throws {
        var packed = try Self.packed(Self.text, compression)
        #expect(throws: InputError.self) { try Self.unpacked(Array("{}\n".utf8), compression, piece: 1000) }
        packed[packed.count / 2] ^= 0xFF
        packed[packed.count / 2 + 1] ^= 0xFF
        #expect(throws: InputError.self) { try Self.unpacked(packed, compression, piece: 1000) }
    }

    @Test("A stream with a ratio of 1000:1 is delivered in pieces of bounded size", arguments: Compression.allCases)
    func bomb(compression: Compression) throws {
        let unpacker = try compression.makeUnpacker()
        var rest = try Self.packed([UInt8](repeating: 0x20, count: 50_000_000), compression)[...]
        var total = 0
        while !unpacker.isComplete {
            let step = try unpacker.unpack(rest)
            rest = rest.dropFirst(step.taken)
            total += step.output.count
            try #require(step.output.count <= 64 * 1024)
        }
        #expect(total == 50_000_000)
    }

    @Test("A window of 32 MiB is accepted, a larger one is rejected")
    func window() throws {
        let noise = (0..<40_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
        let fitting = try Self.packed(noise, .zstandard, options: "-1 --long=25")
        #expect(try Self.unpacked(fitting, .zstandard, piece: 65_536).1)
        let large = try Self.packed(noise, .zstandard, options: "-1 --long=26")
        #expect(throws: InputError.self) { try Self.unpacked(large, .zstandard, piece: 65_536) }
    }
}
