import AttacheCore
import AttacheTesting
import TestWidth
import Testing

/// The tracks of MP4 files: kinds, codecs, encryption, tables of samples, references.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ISOTrackTests {
    private static let local = fullBox("url ", flags: 1)
    private static let remote = fullBox("url ", ascii("http://192.0.2.1/a.mp4\0"))

    private static func video(_ type: String, _ boxes: [UInt8]...) -> [UInt8] {
        box(type, big(1, 8) + big(0, 16), big(320, 2) + big(240, 2) + big(0, 50), boxes.flatMap { $0 })
    }

    private static func sound(_ type: String, _ boxes: [UInt8]...) -> [UInt8] {
        box(type, big(1, 8) + big(0, 20), boxes.flatMap { $0 })
    }

    private static func avc(_ profile: UInt8) -> [UInt8] { box("avcC", [1, profile, 0, 10, 0xFF]) }

    private static func hevc(chroma: UInt8, depth: UInt8) -> [UInt8] {
        box("hvcC", Array(repeating: 0, count: 16) + [chroma, depth - 8, 0, 0, 0, 3])
    }

    private static func object(_ type: UInt8) -> [UInt8] {
        fullBox("esds", [3, 0x80, 0x80, 0x80, 21, 0, 1, 0, 4, 13, type] + big(0, 12))
    }

    private func track(
        _ handler: String = "vide",
        number: Int = 1,
        entry: [UInt8] = video("avc1"),
        chunks: [Int] = [40],
        sizes: [Int] = [50],
        references: [UInt8] = local,
        referenceCount: Int = 1,
        extra: [UInt8] = []
    ) -> [UInt8] {
        let table = box(
            "stbl",
            fullBox("stsd", big(1, 4), entry),
            fullBox("stsz", big(0, 4) + big(sizes.count, 4), sizes.flatMap { big($0, 4) }),
            fullBox("stco", big(chunks.count, 4), chunks.flatMap { big($0, 4) })
        )
        let information = box("minf", box("dinf", fullBox("dref", big(referenceCount, 4), references)), table)
        let media = box("mdia", fullBox("hdlr", big(0, 4), ascii(handler), big(0, 12)), information)
        return box("trak", fullBox("tkhd", big(0, 8) + big(number, 4) + big(0, 68)), extra, media)
    }

    /// The media begin at 28, behind brands of 20 bytes and the header of their box.
    private func facts(
        _ tracks: [UInt8]...,
        media: [UInt8] = big(40, 4) + Array(repeating: 7, count: 96),
        behind: [UInt8] = [],
        as format: MediaFormat = .mp4
    ) throws -> ContainerFacts {
        let bytes = brands("isom", "mp42") + box("mdat", media) + box("moov", tracks.flatMap { $0 }) + behind
        return try ContainerTable.read(MemoryFile(bytes), format: format)
    }

    private func isUndecodable(_ facts: ContainerFacts, naming field: String) -> Bool {
        guard case .undecodable(let why) = facts.completeness else { return false }
        return why.contains(field)
    }

    @Test(arguments: [
        ("vide", true), ("soun", true), ("text", false), ("sbtl", false), ("meta", false), ("tmcd", false),
    ])
    func onlyPicturesAndSoundArePlayed(_ handler: String, isPlayed: Bool) throws {
        let facts = try facts(track(handler, entry: Self.video("avc1")))
        #expect((facts.completeness == .complete) == isPlayed)
        #expect(isUndecodable(facts, naming: "hdlr") != isPlayed)
    }

    @Test func emptyTracksAreNotPlayed() throws {
        #expect(isUndecodable(try facts(box("trak")), naming: "hdlr"))
        #expect(isUndecodable(try facts(track(entry: [])), naming: "stsd"))
        #expect(try facts(track(chunks: [], sizes: [])).completeness != .complete)
    }

    @Test(arguments: ["encv", "drmi"])
    func encryptedMediaAreRefused(_ type: String) throws {
        #expect(isUndecodable(try facts(track(entry: Self.video(type))), naming: type))
        #expect(isUndecodable(try facts(track("soun", entry: Self.sound("enca"))), naming: "enca"))
    }

    @Test(
        arguments: [
            (video("avc1", avc(66)), nil), (video("avc1", avc(100)), nil), (video("avc1", avc(110)), "High 10"),
            (video("avc1", avc(244)), "High 4:4:4"), (video("avc1", avc(122)), "High 4:2:2"),
            (video("hvc1", hevc(chroma: 1, depth: 10)), nil),
            (video("hvc1", hevc(chroma: 3, depth: 8)), "chroma format 3"),
            (video("hvc1", hevc(chroma: 1, depth: 12)), "12 bits"), (video("hev1"), "hev1"), (video("av01"), "AV1"),
            (video("vp09"), "VP9"), (video("drac"), "Dirac"), (video("png "), "PNG"), (video("raw "), "uncompressed"),
            (video("mp4v", object(0x20)), nil), (video("mp4v", object(0x61)), "object type 97"), (video("jpeg"), nil),
        ] as [([UInt8], String?)]
    )
    func codecsOfVideo(_ entry: [UInt8], named name: String?) throws {
        let facts = try facts(track(entry: entry, sizes: []))
        #expect(facts.completeness == .complete)
        #expect(facts.remarks.count == (name == nil ? 0 : 1))
        if let name, case .codec(let what) = facts.remarks.first { #expect(what.contains(name)) }
    }

    @Test(
        arguments: [
            (sound("mp4a", object(0x40)), nil), (sound("mp4a", object(0x6B)), nil),
            (sound("mp4a", object(0xDD)), "221"),
            (sound("alac"), nil), (sound("sowt"), nil), (sound("Opus"), "Opus"), (sound("fLaC"), "FLAC"),
            (sound("ac-4"), "AC-4"), (sound("mp4a", big(0, 16), box("wave", object(0xA9))), "169"),
        ] as [([UInt8], String?)]
    )
    func codecsOfSound(_ entry: [UInt8], named name: String?) throws {
        let facts = try facts(track(), track("soun", number: 2, entry: entry))
        #expect(facts.remarks.count == (name == nil ? 0 : 1))
        if let name, case .codec(let what) = facts.remarks.first { #expect(what.contains(name)) }
    }

    @Test func soundUnderTheNameOfVideoIsRemarked() throws {
        let sound = track("soun", entry: Self.sound("mp4a"))
        #expect(try facts(sound).remarks == [.irregular("it has no video track, only sound")])
        #expect(try facts(sound, as: .m4a).remarks.isEmpty)
    }

    @Test func picturesOfChaptersAreNoVideo() throws {
        let chapters = track(number: 3, entry: Self.video("jpeg"))
        let reference = box("tref", box("chap", big(3, 4)))
        let sound = track("soun", number: 2, entry: Self.sound("mp4a"), extra: reference)
        let facts = try facts(sound, chapters, as: .m4a)
        #expect(facts.format == .m4a && facts.pixels == nil && facts.remarks.isEmpty)
        let plain = track("soun", number: 2, entry: Self.sound("mp4a"))
        #expect(try self.facts(plain, chapters, as: .m4a).format == .mp4)
    }

    @Test func everyChunkIsInside() throws {
        #expect(try facts(track(chunks: [32, 131])).completeness == .complete)
        #expect(try facts(track(chunks: [100_000, 32])).completeness != .complete)
        #expect(try facts(track(chunks: [32, 100_000])).completeness != .complete)
    }

    /// A count is read only from a box that holds it, and never from the box behind.
    @Test(arguments: ["stsz", "stz2", "stco", "co64", "stsd", "hdlr", "tkhd", "dref", "esds", "avcC", "hvcC"], 0..<16)
    func boxesTooShortForTheirFields(_ type: String, count: Int) throws {
        let short = box(type, Array(repeating: 0, count: count))
        let entry = Self.sound("mp4a", short)
        _ = try facts(box("trak", short, box("free", big(1, 8))))
        _ = try facts(short, box("free", big(1, 8)))
        _ = try facts(track("soun", entry: entry))
        _ = try facts(track(entry: Self.video("avc1", short)), behind: big(1, 8))
    }

    @Test(.timeLimit(.minutes(10)))
    func nestedTracksCostNoMoreThanTheirLength() throws {
        let nested = box("trak", box("trak", []))
        #expect(try facts(Array(repeating: nested, count: 32_768).flatMap { $0 }).completeness != .complete)
    }

    @Test func samplesAreNotLargerThanTheFile() throws {
        let count = brands("isom", "mp42").count + 108 + box("moov", track(sizes: [0, 0])).count
        #expect(try facts(track(sizes: [40, count - 40])).completeness == .complete)
        #expect(try facts(track(sizes: [40, count - 39])).completeness != .complete)
        #expect(try facts(track(sizes: [0xFFFF_FFFF])).completeness != .complete)
    }

    @Test(arguments: [(40, true), (46, true), (47, false), (0, false), (0x3C68_746D, false)])
    func firstPictureHasAPossibleLength(_ length: Int, isWhole: Bool) throws {
        let media = big(0, 8) + big(length, 4) + Array(repeating: 7, count: 88)
        let facts = try facts(track(entry: Self.video("avc1", Self.avc(100)), chunks: [36]), media: media)
        #expect((facts.completeness == .complete) == isWhole)
    }

    @Test func damagedBoxesAreIncomplete() throws {
        let whole = track()
        for size in [4, 0x00FF_FFFF] {
            for name in ["mdia", "minf", "stbl"] {
                let code = ascii(name)
                let at = try #require(whole.indices.first { whole[$0...].starts(with: code) }) - 4
                let changed = whole[..<at] + big(size, 4) + whole[(at + 4)...]
                #expect(try facts(Array(changed)).completeness != .complete, "\(name) of \(size)")
            }
        }
        #expect(try facts(whole, big(0, 4)).completeness == .complete)
    }

    @Test func noReferenceIsMissed() throws {
        #expect(try facts(track(references: Self.remote)).notes == [.externalData])
        #expect(try facts(track(), behind: box("moov", track(references: Self.remote))).notes == [.externalData])
        #expect(try facts(track(references: big(4, 4) + ascii("url ") + Self.remote)).notes == [.externalData])
        #expect(try facts(track(references: box("url "))).notes == [.externalData])
        #expect(try facts(track(referenceCount: 2)).notes == [.externalData])
        #expect(try facts(track(), behind: box("moov", track())).remarks == [.irregular("it has two headers (moov)")])
    }

    @Test(arguments: [(0, false), (1, true)])
    func fragmentsHaveSamples(_ count: Int, isWhole: Bool) throws {
        let header = box("moov", track(chunks: [], sizes: []) + box("mvex"))
        let run = box("traf", fullBox("trun", big(count, 4)))
        for fragment in count == 0 ? [[], run] : [run] {
            let bytes = brands("isom") + header + box("moof", fragment) + box("mdat", [1, 2, 3])
            let facts = try ContainerTable.read(MemoryFile(bytes), format: .mp4)
            #expect((facts.completeness == .complete) == isWhole)
        }
    }
}
