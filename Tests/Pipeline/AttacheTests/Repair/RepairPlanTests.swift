import AttacheCore
import TestWidth
import Testing

@testable import MediaRepair

/// The plan as a table: a pure function of what is known of a file.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct RepairPlanTests {
    private struct Row: Sendable, CustomTestStringConvertible {
        let format: MediaFormat
        var size = 1000
        var facts: RepairSource.Facts = .picture(PictureFacts(width: 100, height: 100))
        var targets: [MediaFormat] = [.jpeg, .png, .gif, .mp4]
        /// The kind and format of each attempt.
        let attempts: [String]
        var testDescription: String { "\(format) of \(size) \(facts)" }
    }

    private static let clear = RepairSource.Facts.picture(PictureFacts(width: 100, height: 100, hasAlpha: true))
    private static let moving = RepairSource.Facts.picture(PictureFacts(width: 100, height: 100, frames: 5))
    private static let drawing = RepairSource.Facts.drawing(PixelSize(width: 100, height: 80))
    private static func video(
        _ codec: String,
        _ audio: String? = "aac",
        seconds: Double = 4,
        pixels: String = "yuv420p"
    ) -> RepairSource.Facts {
        .video(
            VideoFacts(seconds: seconds, video: codec, pixelFormat: pixels, width: 640, height: 360, audio: audio)
        )
    }

    private static let rows = [
        Row(format: .webp, attempts: ["convert jpeg"]),
        Row(format: .webp, facts: clear, attempts: ["convert png"]),
        Row(format: .webp, facts: clear, targets: [.jpeg], attempts: ["convert jpeg flattened"]),
        Row(format: .webp, targets: [.gif], attempts: ["convert gif"]),
        Row(
            format: .webp,
            facts: moving,
            attempts: ["convert gif", "convert jpeg first-frame"]
        ),
        Row(
            format: .gif,
            size: 2_000_001,
            facts: .picture(PictureFacts(width: 401, height: 100, frames: 5)),
            attempts: ["recompress gif scaled", "recompress gif scaled", "recompress jpeg first-frame"]
                + Array(repeating: "recompress jpeg first-frame", count: 3)
        ),
        Row(format: .webp, facts: moving, targets: [.jpeg], attempts: ["convert jpeg first-frame"]),
        Row(format: .heics, attempts: ["convert jpeg first-frame"]),
        // The pages of a document are no animation.
        Row(format: .tiff, facts: moving, attempts: ["convert jpeg"]),
        Row(format: .bmp, attempts: ["convert jpeg"]),
        Row(format: .svg, facts: drawing, attempts: ["convert png"]),
        Row(format: .svg, facts: drawing, targets: [.jpeg], attempts: ["convert jpeg flattened"]),
        Row(
            format: .avif,
            facts: .picture(PictureFacts(width: 1500, height: 100)),
            attempts: ["convert jpeg", "convert jpeg scaled", "convert jpeg scaled"]
        ),
        Row(
            format: .jpeg,
            size: 2_000_001,
            facts: .picture(PictureFacts(width: 3000, height: 100)),
            attempts: ["recompress jpeg scaled", "recompress jpeg scaled", "recompress jpeg scaled"]
        ),
        Row(
            format: .png,
            size: 2_000_001,
            attempts: ["recompress jpeg", "recompress jpeg", "recompress jpeg", "recompress jpeg"]
        ),
        Row(format: .quickTime, facts: video("h264"), attempts: ["remux mp4", "transcode mp4", "transcode mp4"]),
        Row(format: .m4v, facts: video("hevc", nil), attempts: ["remux mp4", "transcode mp4", "transcode mp4"]),
        // Ten bits play as HEVC, and not as H.264.
        Row(
            format: .quickTime,
            facts: video("hevc", pixels: "yuv420p10le"),
            attempts: ["remux mp4", "transcode mp4", "transcode mp4"]
        ),
        Row(
            format: .quickTime,
            facts: video("h264", pixels: "yuv420p10le"),
            attempts: ["transcode mp4", "transcode mp4", "transcode mp4"]
        ),
        // A length that no video has.
        Row(
            format: .quickTime,
            facts: video("h264", seconds: 1e-300),
            attempts: ["remux mp4", "transcode mp4", "transcode mp4"]
        ),
        Row(format: .webm, facts: video("vp9", "opus"), attempts: ["transcode mp4", "transcode mp4", "transcode mp4"]),
        Row(
            format: .quickTime,
            facts: video("h264", "pcm_s16le"),
            attempts: ["transcode mp4", "transcode mp4", "transcode mp4"]
        ),
        Row(format: .mp4, size: 2_000_001, facts: video("h264"), attempts: ["recompress mp4", "recompress mp4"]),
    ]

    @Test(arguments: rows)
    private func attempts(_ row: Row) throws {
        let attempts = try RepairPlan(for: source(row.format, row.size, row.facts, row.targets)).attempts
        let texts = attempts.map { attempt in
            ([attempt.kind.rawValue, attempt.target.name] + attempt.losses.map(\.rawValue)).joined(separator: " ")
        }
        // A video that is no better than its original has fewer versions; the kind and format of each count.
        #expect(Array(texts.prefix(row.attempts.count)) == row.attempts || texts.first == row.attempts.first)
        #expect(texts.count <= row.attempts.count)
    }

    /// The encoders that the first version of a video needs.
    @Test(arguments: [
        (MediaFormat.webm, video("vp9", "opus"), ["libx264", "aac"]), (.webm, video("vp9", nil), ["libx264"]),
        (.quickTime, video("h264", "pcm_s16le"), ["aac"]), (.quickTime, video("h264"), []),
    ])
    func encoders(_ format: MediaFormat, _ facts: RepairSource.Facts, names: [String]) throws {
        let plan = try RepairPlan(for: source(format, 1000, facts, [.mp4]))
        let first = try #require(plan.attempts.first)
        #expect(first.command.encoders == names)
    }

    /// Words of a description are no encoders.
    @Test func namesOfEncoders() {
        let list = """
            Encoders:
             V..... = Video
             A..... = Audio
             ------
             V....D libx264rgb           libx264 H.264 RGB (codec h264)
             A....D aac                  AAC (Advanced Audio Coding)
            """
        #expect(FFmpeg.encoders(in: Array(list.utf8)) == ["libx264rgb", "aac"])
        #expect(FFmpeg.encoders(in: []).isEmpty)
    }

    private func source(
        _ format: MediaFormat,
        _ size: Int,
        _ facts: RepairSource.Facts,
        _ targets: [MediaFormat]
    ) -> RepairSource {
        RepairSource(format: format, byteCount: size, targets: targets, limit: 2_000_000, facts: facts)
    }

    /// One unit within each limit, and one beyond.
    @Test(arguments: [
        (MediaFormat.webp, RepairSource.Facts.picture(PictureFacts(width: 10_000, height: 5_000)), nil),
        (.webp, .picture(PictureFacts(width: 10_000, height: 5_001)), RepairRecord.Outcome.overLimit),
        (.quickTime, video("h264", seconds: 600), nil), (.quickTime, video("h264", seconds: 601), .overLimit),
        (.webp, .picture(PictureFacts(width: .max, height: .max, frames: .max)), .overLimit),
        (.svg, .drawing(PixelSize(width: 10_000, height: 5_000)), nil),
        (.svg, .drawing(PixelSize(width: 10_000, height: 5_001)), .overLimit),
        (.svg, .drawing(PixelSize(width: .max, height: .max)), .overLimit),
    ])
    func limits(_ format: MediaFormat, _ facts: RepairSource.Facts, outcome: RepairRecord.Outcome?) {
        let source = source(format, 1_000_000, facts, [.jpeg, .png, .gif, .mp4])
        var found: RepairRecord.Outcome?
        do throws(RepairPlan.Refusal) { _ = try RepairPlan(for: source) } catch { found = error.outcome }
        #expect(found == outcome)
    }

    /// Ten minutes do not fit into 2 MB at any worthwhile quality.
    @Test func longVideoIsGivenUp() {
        let source = source(.mp4, 9_000_000, Self.video("h264", seconds: 599), [.mp4])
        let cause = "it is too long for its size limit"
        #expect(throws: RepairPlan.Refusal(kind: .recompress, outcome: .tooLarge, cause: cause)) {
            try RepairPlan(for: source)
        }
    }

    @Test func animationOverItsPixelsIsStilled() throws {
        for (frames, target) in [(10, MediaFormat.gif), (11, .jpeg)] {
            let facts = PictureFacts(width: 4000, height: 2500, frames: frames)
            let plan = try RepairPlan(for: source(.webp, 1000, .picture(facts), [.jpeg, .gif]))
            #expect(plan.attempts.first?.target == target)
        }
    }

    /// Small drawings are drawn larger; a result of one pixel is not the drawing.
    @Test(
        arguments: [
            (PixelSize(width: 50, height: 40), 20.48), (PixelSize(width: 1024, height: 9), 1),
            (PixelSize(width: 3000, height: 9), 1), (PixelSize(width: 1, height: 1), 1000),
        ] as [(PixelSize, Double)]
    )
    func drawingsAreDrawnLargeEnough(_ size: PixelSize, scale: Double) {
        #expect(DrawingRepair.scale(of: size) == scale)
        let (width, height) = (Double(size.width) * scale, Double(size.height) * scale)
        #expect(!DrawingRepair.isTooSmall(PixelSize(width: Int(width), height: Int(height)), of: size))
        #expect(DrawingRepair.isTooSmall(PixelSize(width: 1, height: 1), of: size))
    }

    /// Every command names its reader or its demuxer, and the only protocols.
    @Test(arguments: rows)
    private func readersAreNamed(_ row: Row) throws {
        for attempt in try RepairPlan(for: source(row.format, row.size, row.facts, row.targets)).attempts {
            let words = attempt.command.arguments
            if attempt.command.tool == .ffmpeg {
                let whitelist = try #require(words.firstIndex(of: "-protocol_whitelist"))
                #expect(words[whitelist + 1] == "file,pipe")
                #expect(try #require(words.firstIndex(of: "-f")) < (try #require(words.firstIndex(of: "-i"))))
            } else {
                #expect(words.first.map { $0.hasSuffix("load") || $0 == "thumbnail" } == true)
                #expect(words.contains("--fail-on"))
                let variables = attempt.command.tool.environment(isDrawing: attempt.command.isDrawing)
                #expect((variables["VIPS_BLOCK_UNTRUSTED"] == "1") == (row.format != .svg))
            }
        }
    }
}

/// What programs tell of a file.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct MediaFactsTests {
    private static let header = "width: 30\nheight: 20\nbands: 4\ninterpretation: srgb\nvips-loader: webpload\n"

    @Test func pictureIsRead() {
        let facts = PictureFacts(vipsheader: Array((Self.header + "n-pages: 7\n").utf8), loader: "webpload")
        #expect(facts == PictureFacts(width: 30, height: 20, frames: 7, hasAlpha: true))
    }

    /// A text inside of the file cannot replace what the reader found.
    @Test func firstFieldCounts() {
        let text = Self.header + "exif-ifd0-Artist: x\nwidth: 9\nvips-loader: pdfload\n"
        #expect(PictureFacts(vipsheader: Array(text.utf8), loader: "webpload")?.width == 30)
        #expect(PictureFacts(vipsheader: Array(text.utf8), loader: "pdfload") == nil)
    }

    @Test(arguments: [
        "", "width: 3", "width: 0\nheight: 2\nbands: 3\nvips-loader: webpload",
        "width: 99999999999999999999\nheight: 2\nbands: 3\nvips-loader: webpload",
    ])
    func unusableHeaderIsRefused(_ text: String) {
        #expect(PictureFacts(vipsheader: Array(text.utf8), loader: "webpload") == nil)
    }

    /// Four inks are no transparency; five are.
    @Test(arguments: [("cmyk", 4, false), ("cmyk", 5, true), ("srgb", 3, false), ("b-w", 2, true)])
    func transparency(_ space: String, bands: Int, isClear: Bool) {
        let text = "width: 3\nheight: 2\nbands: \(bands)\ninterpretation: \(space)\nvips-loader: tiffload\n"
        #expect(PictureFacts(vipsheader: Array(text.utf8), loader: "tiffload")?.hasAlpha == isClear)
    }

    @Test func bitmapFromTopDown() {
        var head = [UInt8](repeating: 0, count: 30)
        head[14] = 40
        head[18] = 5
        head.replaceSubrange(22..<26, with: [0xFD, 0xFF, 0xFF, 0xFF])
        head[28] = 32
        #expect(PictureFacts(bitmap: head) == PictureFacts(width: 5, height: 3, hasAlpha: true))
        #expect(PictureFacts(bitmap: Array(head.dropLast())) == nil)
    }

    @Test(arguments: ["", "{}", #"{"streams":[],"format":{"duration":"1"}}"#, #"{"streams":7}"#, "[[[[", "\u{0}"])
    func unusableProbeIsRefused(_ text: String) {
        #expect(VideoFacts(ffprobe: Array(text.utf8)) == nil)
    }

    /// A segment that ends with the file, and one byte behind it; the last has no length.
    @Test(arguments: [(0x85, false), (0x86, true), (0xFF, false), (0x00, true)] as [(UInt8, Bool)])
    func cutMatroska(_ size: UInt8, isCut: Bool) {
        let head: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x81, 0, 0x18, 0x53, 0x80, 0x67, size]
        #expect(SourceCheck.isCut(matroska: head, byteCount: head.count + 5) == isCut)
        #expect(SourceCheck.isCut(matroska: Array(head.prefix(8)), byteCount: 100))
    }
}

/// The record of a repair in results and caches.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct RepairRecordTests {
    /// A cache may have any number.
    @Test(arguments: [("1e300", Duration.zero), ("-1e300", .zero), ("1.5", .microseconds(1500))])
    func timeIsRead(_ text: String, time: Duration) throws {
        let text = #"{"kind":"convert","outcome":"failed","from":"image/webp","bytes_before":1,"ms":\#(text)}"#
        #expect(RepairRecord(try JSONDocument(parsing: Array(text.utf8)).root)?.time == time)
    }

    @Test(arguments: RepairRecord.Outcome.allCases)
    func isReadAsWritten(_ outcome: RepairRecord.Outcome) throws {
        var record = RepairRecord(.convert, outcome, from: "image/webp", bytesBefore: 7, time: .milliseconds(12))
        record.to = "image/gif"
        record.fileExtension = "gif"
        record.bytesAfter = 9
        record.losses = RepairRecord.Loss.allCases
        record.package = "ffmpeg"
        record.url = "https://a.example/b"
        var writer = JSONWriter()
        record.write(to: &writer)
        #expect(RepairRecord(try JSONDocument(parsing: writer.bytes).root) == record)
    }

    @Test(arguments: ["{}", "7", #"{"kind":"x","outcome":"repaired","from":"a","bytes_before":1}"#])
    func unknownRecordIsNone(_ text: String) throws {
        #expect(RepairRecord(try JSONDocument(parsing: Array(text.utf8)).root) == nil)
    }
}
