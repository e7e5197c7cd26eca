import AttacheCore
import AttacheTesting
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ISOMediaContainerTests {
    private static let local = fullBox("url ", flags: 1)

    private func track(
        _ handler: String = "vide",
        references: [UInt8] = local,
        chunkOffset: Int = 32,
        coded: (Int, Int) = (320, 240),
        matrix: [Int] = [1, 0, 0, 1]
    ) -> [UInt8] {
        let numbers = [matrix[0], matrix[1], 0, matrix[2], matrix[3], 0, 0, 0, 0x4000].flatMap { big($0 << 16, 4) }
        let size = big(320, 2) + big(0, 2) + big(240, 2) + big(0, 2)
        let header = fullBox("tkhd", Array(repeating: 0, count: 36), numbers, size)
        let codedSize = big(coded.0, 2) + big(coded.1, 2)
        let entry = box("avc1", Array(repeating: 0, count: 24), codedSize, Array(repeating: 0, count: 50))
        let table = box("stbl", fullBox("stsd", big(1, 4), entry), fullBox("stco", big(1, 4), big(chunkOffset, 4)))
        let information = box("minf", box("dinf", fullBox("dref", big(1, 4), references)), table)
        return box("trak", header, box("mdia", fullBox("hdlr", big(0, 4), ascii(handler), big(0, 12)), information))
    }

    private func movie(_ tracks: [UInt8]...) -> [UInt8] { box("moov", tracks.flatMap { $0 }) }

    private static let start = brands("isom", "mp42")
    private static let media = box("mdat", Array(repeating: 7, count: 100))

    private func facts(_ bytes: [UInt8], _ format: MediaFormat = .mp4) throws -> ContainerFacts {
        try ContainerTable.read(MemoryFile(bytes), format: format)
    }

    @Test func boxesInEitherOrderAreComplete() throws {
        for bytes in [Self.start + movie(track()) + Self.media, Self.start + Self.media + movie(track())] {
            let facts = try facts(bytes)
            #expect(facts.completeness == .complete)
            #expect(facts.pixels == PixelSize(width: 320, height: 240))
        }
    }

    @Test func headerAndMediaAreRequired() throws {
        #expect(try facts(Self.start + movie(track())).completeness != .complete)
        #expect(try facts(Self.start + Self.media).completeness != .complete)
        #expect(try facts(Self.start + movie() + Self.media).completeness != .complete)
        #expect(try facts(Self.start + movie(box("cmov")) + Self.media).completeness != .complete)
    }

    @Test(arguments: [
        fullBox("url ", ascii("http://192.0.2.1/secret.mp4\0")),
        fullBox("urn ", ascii("urn:x\0file:///etc/passwd\0")),
        fullBox("alis", ascii("other movie")),
    ])
    func dataOutsideFileIsIncomplete(_ reference: [UInt8]) throws {
        let facts = try facts(Self.start + movie(track(references: reference)) + Self.media)
        #expect(facts.notes.contains(.externalData))
        #expect(facts.completeness == .incomplete("its media data are outside the file"))
    }

    @Test func referenceMovieHasExternalData() throws {
        let facts = try facts(Self.start + movie(box("rmra", box("rmda")), track()) + Self.media, .quickTime)
        #expect(facts.notes.contains(.externalData))
    }

    @Test func referenceWithoutLocationIsAccepted() throws {
        let bytes = Self.start + movie(track(references: fullBox("url "))) + Self.media
        #expect(try facts(bytes).completeness == .complete)
    }

    @Test func largeSizesAndOpenLastBoxAreRead() throws {
        let large = big(1, 4) + ascii("mdat") + big(0, 4) + big(116, 4) + Array(repeating: 7, count: 100)
        #expect(try facts(Self.start + large + movie(track())).completeness == .complete)
        let open = big(0, 4) + ascii("mdat") + Array(repeating: 7, count: 100)
        let facts = try facts(Self.start + movie(track()) + open)
        #expect(facts.completeness == .complete)
    }

    @Test(arguments: [0, 1, 7, 15, 0x7FFF_FFFF, 0xFFFF_FFFF, 1 << 32, 1 << 62, Int.max, Int.min, -1])
    func hostileLargeSizesAreIncomplete(_ size: Int) throws {
        for type in ["mdat", "moov", "free"] {
            let hostile = big(1, 4) + ascii(type) + big(size, 8) + [1, 2, 3]
            #expect(try facts(Self.start + hostile).completeness != .complete, "\(type) of \(size)")
            #expect(try facts(Self.start + movie(track()) + hostile).completeness != .complete, "\(type) of \(size)")
        }
    }

    @Test(arguments: [2, 7, 0x7FFF_FFFF, 0xFFFF_FFFF])
    func hostileSmallSizesAreIncomplete(_ size: Int) throws {
        let hostile = big(size, 4) + ascii("moov") + [1, 2, 3]
        #expect(try facts(Self.start + hostile).completeness != .complete)
        #expect(try facts(Self.start + Self.media + hostile).completeness != .complete)
    }

    @Test func chunksBeyondEndAreIncomplete() throws {
        let length = (Self.start + movie(track()) + Self.media).count
        let inside = Self.start + movie(track(chunkOffset: length - 1)) + Self.media
        #expect(try facts(inside).completeness == .complete)
        let outside = Self.start + movie(track(chunkOffset: length)) + Self.media
        #expect(try facts(outside).completeness != .complete)
    }

    /// A phone that is held upright records the pictures lying, and turns them by the matrix.
    @Test(arguments: [
        ([1, 0, 0, 1], 320, 240), ([0, 1, 0xFFFF, 0], 240, 320), ([0, 0xFFFF, 1, 0], 240, 320),
        ([0xFFFF, 0, 0, 0xFFFF], 320, 240), ([0, 0, 0, 0], 320, 240), ([0, 1, 0, 0], 320, 240),
    ])
    func quarterTurnIsApplied(_ matrix: [Int], width: Int, height: Int) throws {
        let facts = try facts(Self.start + movie(track(matrix: matrix)) + Self.media)
        #expect(facts.pixels == PixelSize(width: width, height: height))
    }

    @Test func largestVideoTrackCounts() throws {
        let small = track(coded: (100, 100))
        let large = track(coded: (4_000, 3_000))
        let bytes = Self.start + movie(small, large, track("soun", coded: (9_999, 9_999))) + Self.media
        #expect(try facts(bytes).pixels == PixelSize(width: 4_000, height: 3_000))
        let uncoded = Self.start + movie(track(coded: (0, 0))) + Self.media
        #expect(try facts(uncoded).pixels == PixelSize(width: 320, height: 240))
    }

    @Test func audioExtensionAppliesUnlessThereArePictures() throws {
        let sound = Self.start + movie(track("soun")) + Self.media
        let video = Self.start + movie(track("soun"), track()) + Self.media
        let named = try #require(try MediaInspector.inspect(MemoryFile(sound), fileExtension: "m4a"))
        #expect(named.format == .m4a)
        #expect(named.facts.notes.contains(.audioOnly))
        let lied = try #require(try MediaInspector.inspect(MemoryFile(video), fileExtension: "m4a"))
        #expect(lied.format == .mp4)
        #expect(try MediaInspector.inspect(MemoryFile(sound), fileExtension: "mp4")?.format == .mp4)
    }

    @Test(arguments: [(65_000, true), (65_600, false)])
    func boxesAreLimited(count: Int, isComplete: Bool) throws {
        let free = Array(repeating: box("free"), count: count).flatMap { $0 }
        let facts = try facts(Self.start + movie(track()) + Self.media + free)
        #expect((facts.completeness == .complete) == isComplete)
        #expect(facts.notes.contains(.tooManyParts) != isComplete)
    }
}
