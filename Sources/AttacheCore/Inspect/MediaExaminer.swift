package import AttacheSystem

/// The inspect stage: is the file really what its first bytes say, and is it whole?
package struct MediaExaminer: Sendable {
    /// Pixels of one picture at most: a bomb is told by its header, never by decoding it.
    package static let pixelLimit = 50_000_000
    /// Pictures of one animation at most.
    package static let frameLimit = 2_000

    private let detector: any TypeDetecting
    private let workers: WorkerPool

    /// Creates the stage.
    ///
    /// - Parameters:
    ///   - detector: The second opinion on the type.
    ///   - workers: Where files are read.
    package init(detector: any TypeDetecting, workers: WorkerPool) {
        self.detector = detector
        self.workers = workers
    }

    /// Gets ready while the body is still on its way.
    package func prepare() async { await detector.prepare() }

    /// Asks for a second opinion on the beginning of a picture.
    ///
    /// - Returns: What is wrong, as one sentence; `nil` when the answer is as it should be.
    package func healthProblem() async -> String? {
        // What a PNG begins with: its signature, and a header that says one pixel.
        let header: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
            0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0, 0x90, 0x77, 0x53, 0xDE,
        ]
        guard let answer = await detector.mimeType(of: header) else { return "The type check does not answer." }
        let disagrees = SecondOpinion.disagrees(format: .png, mimeType: answer)
        return disagrees ? "The type check takes a PNG for \(answer)." : nil
    }

    /// Looks at a whole body.
    ///
    /// - Parameters:
    ///   - body: The body, its type known from its first bytes.
    ///   - policy: What the receiving app accepts.
    /// - Returns: The verified media.
    /// - Throws: The reason why it is none; the file is gone then.
    package func examine(_ body: ReceivedBody, under policy: Policy) async throws(Reason) -> Media {
        let (reading, opinion) = await look(at: body)
        do throws(Reason) {
            return try Self.judge(body, reading: reading, opinion: opinion, policy: policy)
        } catch {
            body.spool.discard()
            throw error
        }
    }

    /// Reads the container and asks for the second opinion.
    private func look(
        at body: ReceivedBody
    ) async -> (reading: Result<ContainerFacts, ByteSourceError>?, opinion: String?) {
        let (spool, format, prefix) = (body.spool, body.format, body.prefix)
        if let detect = detector.immediate {
            let both = await workers.run { (Self.read(spool, format: format), detect(prefix)) }
            return (both?.0, both?.1)
        }
        async let opinion = detector.mimeType(of: prefix)
        let reading = await workers.run { Self.read(spool, format: format) }
        return (reading, await opinion)
    }

    private static func read(
        _ file: any MediaSpool,
        format: MediaFormat
    ) -> Result<ContainerFacts, ByteSourceError> {
        Result { () throws(ByteSourceError) in try ContainerTable.read(file, format: format) }
    }

    private static func judge(
        _ body: ReceivedBody,
        reading: Result<ContainerFacts, ByteSourceError>?,
        opinion: String?,
        policy: Policy
    ) throws(Reason) -> Media {
        guard case .success(let facts) = reading else { throw ReceivedBody.unreadable }
        if let reason = refusal(of: facts, body: body) { throw reason }
        guard let opinion else { throw secondOpinionUnavailable }
        if SecondOpinion.disagrees(format: body.format, mimeType: opinion) {
            throw disagreement(body.format, opinion: opinion)
        }
        var fileExtension = body.fileExtension
        var warnings = body.warnings
        if facts.format != body.format {
            // The whole file tells more than its first bytes did, so the type is judged once more.
            (fileExtension, warnings) = try TypeJudge(policy: policy)
                .rule(facts.format, description: "", claimed: body.claimedExtension)
        }
        if facts.end < body.byteCount { warnings.append(trailing(body.byteCount - facts.end)) }
        if let kind = facts.format.kind, let rule = policy.types[kind],
            let warning = SizeJudge.warning(byteCount: body.byteCount, rule: rule)
        {
            warnings.append(warning)
        }
        return Media(
            spool: body.spool,
            format: facts.format,
            fileExtension: fileExtension,
            byteCount: body.byteCount,
            pixels: facts.pixels,
            frameCount: facts.frames,
            warnings: warnings
        )
    }
}

extension MediaExaminer {
    /// Why a container's facts keep it from being attached, or `nil`.
    static func refusal(of facts: ContainerFacts, body: ReceivedBody) -> Reason? {
        if facts.notes.contains(.externalData) { return externalData }
        if facts.notes.contains(.tooManyParts) { return tooManyParts(body) }
        if case .incomplete(let why) = facts.completeness {
            return Reason(
                .typeIncomplete,
                "The \(body.format.mimeType) file is not whole: \(why).",
                fix: "Upload the file again; it was cut or damaged on the way."
            )
        }
        if let pixels = facts.pixels, pixels.count > pixelLimit {
            return Reason(
                .typeTooManyPixels,
                "The picture is \(pixels.width) × \(pixels.height); \(pixelLimit) pixels are the limit.",
                fix: "Scale it down; a notification shows about 1,000 × 1,000."
            )
        }
        if let frames = facts.frames, body.format.kind == .image, frames > frameLimit {
            return Reason(
                .typeTooManyFrames,
                "The animation has \(frames) pictures; \(frameLimit) are the limit.",
                fix: "Shorten it, or send it as MP4."
            )
        }
        return nil
    }

    static let externalData = Reason(
        .typeUnsupported,
        "The file's media data lie behind a URL or in another file, which a phone would not load.",
        fix: "Export the file with its media inside."
    )

    static func tooManyParts(_ body: ReceivedBody) -> Reason {
        Reason(
            .typeUnsupported,
            "The \(body.format.mimeType) file has more parts than any editor writes.",
            fix: "Save the file again with an image or video editor."
        )
    }

    static let secondOpinionUnavailable = Reason(
        .typeInspectorFailed,
        "The second opinion on the file's type could not be had.",
        fix:
            "Try again; if it stays, libmagic cannot read these bytes: save the file again with an image or video editor."
    )

    static func disagreement(_ format: MediaFormat, opinion: String) -> Reason {
        Reason(
            .typeMismatch,
            "The file begins like \(format.mimeType), and libmagic takes it for \(opinion).",
            fix: "Save the file again with an image or video editor."
        )
    }

    static func trailing(_ byteCount: Int) -> Reason {
        Reason(
            .typeTrailingBytes,
            "\(byteCount) bytes follow the end of the file's container.",
            fix: "Save the file again; something was appended to it."
        )
    }
}
