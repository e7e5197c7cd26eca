import AttacheCore
import AttacheTesting
import TestWidth
import Testing

/// Every reader with real files: complete, truncated and with appended bytes.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ContainerTableTests {
    private func facts(_ bytes: [UInt8], named: String? = nil) throws -> ContainerFacts {
        let format = try #require(FormatDetector.detect(prefix: Array(bytes.prefix(32_768)), named: named))
        return try ContainerTable.read(MemoryFile(bytes), format: format)
    }

    @Test(arguments: MediaSamples.all)
    func wholeFilesAreComplete(_ sample: MediaSample) throws {
        let bytes = try MediaSamples.bytes(sample)
        let facts = try facts(bytes)
        #expect(facts.format.name == sample.format)
        #expect(facts.completeness == .complete)
        #expect(facts.end == bytes.count)
        #expect(!facts.notes.contains(.externalData))
    }

    @Test(arguments: MediaSamples.all)
    func pixelsAndFramesMatchDecoder(_ sample: MediaSample) throws {
        let facts = try facts(MediaSamples.bytes(sample))
        // ffmpeg 5 does not read animated WebP; the canvas is that of the source GIF.
        let probed = sample.name == "animated.webp" ? (160, 120, 12) : try MediaSamples.probe(sample)
        let isRead = !["tiff", "bmp", "matroska", "webm", "flash-video", "windows-media"]
            .contains(sample.format)
        if let probed, isRead {
            #expect(facts.pixels == PixelSize(width: probed.0, height: probed.1))
        } else {
            #expect(facts.pixels == nil)
        }
        if let probed, isRead, facts.format.kind == .image { #expect(facts.frames == probed.2) }
        if facts.format.kind != .image { #expect(facts.frames == nil) }
    }

    @Test(arguments: MediaSamples.all.filter(\.hasEnd))
    func truncatedFilesAreIncomplete(_ sample: MediaSample) throws {
        let bytes = try MediaSamples.bytes(sample)
        let cuts = (1..<16).map { bytes.count * $0 / 16 } + [bytes.count - 1]
        for cut in cuts {
            let facts = try facts(Array(bytes.prefix(cut)))
            // A cut between two fragments leaves a shorter, complete movie: the file does not contain their number.
            if facts.notes.contains(.fragmented) && isBetweenBoxes(bytes, cut) { continue }
            #expect(facts.completeness != .complete, "cut at \(cut) of \(bytes.count)")
        }
    }

    private func isBetweenBoxes(_ bytes: [UInt8], _ cut: Int) -> Bool {
        var offset = 0
        while offset < cut, offset + 4 <= bytes.count {
            offset += bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        return offset == cut
    }

    @Test(arguments: MediaSamples.all.filter(\.hasEnd), [1, 2, 7, 8, 9, 100, 70_000])
    func appendedBytesAreCounted(_ sample: MediaSample, count: Int) throws {
        let bytes = try MediaSamples.bytes(sample)
        let appended = bytes + Array("<!-- appended by a server -->".utf8.cycled(count))
        let facts = try facts(appended)
        if facts.notes.contains(.fragmented) {
            #expect(facts.completeness != .complete || facts.end == bytes.count)
        } else {
            #expect(facts.completeness == .complete)
            #expect(facts.end == bytes.count)
        }
    }

    @Test(arguments: MediaSamples.all)
    func bytesReadAreBounded(_ sample: MediaSample) throws {
        let bytes = try MediaSamples.bytes(sample)
        let format = try #require(FormatDetector.detect(prefix: Array(bytes.prefix(32_768))))
        let file = MemoryFile(bytes)
        _ = try ContainerTable.read(file, format: format)
        #expect(file.readCount <= 2 * bytes.count + 16 * 4_096)
    }
}

extension Sequence {
    /// The first `count` elements of the endlessly repeated sequence.
    fileprivate func cycled(_ count: Int) -> [Element] {
        let all = Array(self)
        return (0..<count).map { all[$0 % all.count] }
    }
}
