import AttacheCore

/// A file to repair, and what its result must be.
struct RepairSource: Sendable, Equatable {
    /// What is known of its content.
    enum Facts: Sendable, Equatable {
        case picture(PictureFacts)
        case video(VideoFacts)
        /// A drawing has no pixels before it is drawn.
        case drawing
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
        case .drawing: attempts = DrawingRepair.attempts(source)
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

    /// The work that a file needs, before its content is known.
    static func kind(of format: MediaFormat, byteCount: Int, limit: Int) -> RepairRecord.Kind {
        if byteCount > limit { return .recompress }
        return format.kind == .video ? .transcode : .convert
    }
}
