import AttacheCore
import AttacheSystem

/// A file to repair, and what its result must be.
struct RepairSource: Sendable, Equatable {
    /// What is known of its content.
    enum Facts: Sendable, Equatable {
        case picture(PictureFacts)
        case video(VideoFacts)
        /// A drawing, with the size at which it is drawn without a scale.
        case drawing(PixelSize)
    }

    var format: MediaFormat
    var byteCount: Int
    /// The formats that the policy accepts, the preferred ones first.
    var targets: [MediaFormat]
    /// The limit of the result in bytes.
    var limit: Int
    var facts: Facts
}

/// One way to a result.
struct RepairAttempt: Sendable, Equatable {
    var kind: RepairRecord.Kind
    var target: MediaFormat
    var command: ToolCommand
    var losses: [RepairRecord.Loss] = []
}

/// The ways to a result, the best first: the first one within the size limit is taken.
struct RepairPlan: Sendable, Equatable {
    var attempts: [RepairAttempt]

    /// A file that is not repaired, and why.
    struct Refusal: Error, Equatable {
        var kind: RepairRecord.Kind
        var outcome: RepairRecord.Outcome
        /// The end of the sentence "The file could not be repaired: …".
        var cause: String
        /// The program that is not installed.
        var tool: RepairTool?
        /// Whether a later repair of the same file may succeed.
        var isMomentary = false
    }

    /// The limit of pixels per picture, as for the inspection of downloads.
    static let pixelLimit = MediaExaminer.pixelLimit
    /// The limit of an animation's pixels in all its pictures, which are in memory together.
    static let animationPixelLimit = 100_000_000
    /// The limit of a video's length in seconds.
    static let durationLimit = 600.0

    /// Plans the repair of a file; a pure function of what is known about it.
    init(for source: RepairSource) throws(Refusal) {
        switch source.facts {
        case .drawing(let size): attempts = try DrawingRepair.attempts(source, size)
        case .picture(let facts): attempts = try PictureRepair.attempts(source, facts)
        case .video(let facts): attempts = try VideoRepair.attempts(source, facts)
        }
        guard !attempts.isEmpty else {
            throw Refusal(
                kind: Self.kind(of: source.format, byteCount: source.byteCount, limit: source.limit),
                outcome: .failed,
                cause: "the policy accepts no format that it can be converted to"
            )
        }
    }

    /// Throws for a picture with more pixels than the limit.
    static func check(_ size: PixelSize, _ kind: RepairRecord.Kind) throws(Refusal) {
        guard size.count > pixelLimit else { return }
        let cause = "it has \(size.width) × \(size.height) pixels; the limit is \(pixelLimit)"
        throw Refusal(kind: kind, outcome: .overLimit, cause: cause)
    }

    /// The work that a file needs, before its content is known.
    static func kind(of format: MediaFormat, byteCount: Int, limit: Int) -> RepairRecord.Kind {
        if byteCount > limit { return .recompress }
        return format.kind == .video ? .transcode : .convert
    }
}

/// The checks of a file before a program reads it: programs repair the beginning of a file that was cut, silently.
enum SourceCheck {
    /// Returns the fault of a file that is not repaired, as the end of a sentence; `nil` when there is none.
    static func fault(of file: ScratchFile, head: [UInt8], format: MediaFormat) throws(SystemCallError) -> String? {
        if format.family == .matroska {
            return isCut(matroska: head, byteCount: file.byteCount) ? "it is incomplete" : nil
        }
        let facts = try ContainerTable.read(file, format: format)
        if facts.notes.contains(.externalData) { return "its media data are outside of the file" }
        switch facts.completeness {
        case .incomplete(let why), .undecodable(let why): return "it is incomplete: \(why)"
        case .complete, .unterminated: break
        }
        if let pixels = facts.pixels, pixels.count > RepairPlan.pixelLimit {
            return "it has \(pixels.width) × \(pixels.height) pixels; the limit is \(RepairPlan.pixelLimit)"
        }
        return nil
    }

    /// Whether a Matroska file is shorter than its segment, the element that holds all others; one of unknown length, as
    /// live streams have, is complete.
    static func isCut(matroska head: [UInt8], byteCount: Int) -> Bool {
        guard let header = size(head, at: 4), let segment = header.end.adding(header.value),
            head.count >= segment + 5, head[segment..<segment + 4].elementsEqual([0x18, 0x53, 0x80, 0x67]),
            let content = size(head, at: segment + 4)
        else { return true }
        let isUnknown = content.value == 1 << (7 * content.width) - 1
        guard !isUnknown else { return false }
        return content.end.adding(content.value).map { $0 > byteCount } ?? true
    }

    /// The variable-length number at an offset: leading zero bits tell its width.
    private static func size(_ head: [UInt8], at offset: Int) -> (value: Int, width: Int, end: Int)? {
        guard offset < head.count, head[offset] != 0 else { return nil }
        let width = head[offset].leadingZeroBitCount + 1
        guard offset + width <= head.count else { return nil }
        let first = Int(head[offset]) & (0xFF >> width)
        let value = head[offset + 1..<offset + width].reduce(first) { $0 << 8 | Int($1) }
        return (value, width, offset + width)
    }
}

extension Int {
    /// The sum; `nil` beyond the range.
    fileprivate func adding(_ other: Int) -> Int? {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? nil : sum
    }
}
