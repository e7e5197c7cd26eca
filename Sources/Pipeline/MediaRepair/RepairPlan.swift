import AttacheCore

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
        let cause = "it has \(size.width) × \(size.height) pixels, and \(pixelLimit) are the limit"
        throw Refusal(kind: kind, outcome: .overLimit, cause: cause)
    }

    /// The work that a file needs, before its content is known.
    static func kind(of format: MediaFormat, byteCount: Int, limit: Int) -> RepairRecord.Kind {
        if byteCount > limit { return .recompress }
        return format.kind == .video ? .transcode : .convert
    }
}
