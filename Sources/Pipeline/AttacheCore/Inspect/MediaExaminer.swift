package import AttacheSystem

/// The inspect stage: verifies that a file is complete and of the type that its first bytes show.
package struct MediaExaminer: Sendable {
    /// A limit of pixels per picture; decompression bombs are found by their header, without decoding.
    package static let pixelLimit = 50_000_000
    /// A limit of pictures per animation.
    package static let frameLimit = 2_000

    /// The detector of types, which is asked while a body arrives.
    package let detector: any TypeDetecting
    private let checksum: any ChecksumComputing
    private let workers: WorkerPool

    package init(
        detector: any TypeDetecting,
        checksum: any ChecksumComputing = TableChecksum(),
        workers: WorkerPool
    ) {
        self.detector = detector
        self.checksum = checksum
        self.workers = workers
    }

    /// Loads the type detector while the body is still arriving.
    package func prepare() async { await detector.prepare() }

    /// Runs the type detector on the beginning of a PNG; returns the problem as one sentence, or `nil`.
    package func healthProblem() async -> String? {
        // The beginning of a PNG: its signature and the header of one pixel.
        let header: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
            0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0, 0x90, 0x77, 0x53, 0xDE,
        ]
        guard let answer = await detector.mimeType(of: header) else { return "The type check returned no result." }
        let disagrees = SecondOpinion.disagrees(format: .png, mimeType: answer)
        return disagrees ? "The type check identified a PNG as \(answer)." : nil
    }

    /// Examines a complete body whose type is known from its first bytes; a refused one is discarded.
    package func examine(_ body: ReceivedBody, under policy: Policy) async throws(Reason) -> Media {
        let (reading, opinion) = await look(at: body)
        do throws(Reason) {
            return try Self.judge(body, reading: reading, opinion: opinion, policy: policy)
        } catch {
            body.spool.discard()
            throw error
        }
    }

    /// Reads the container and takes the type detector's answer.
    private func look(
        at body: ReceivedBody
    ) async -> (reading: Result<ContainerFacts, SystemCallError>?, opinion: String?) {
        let question = body.opinion ?? detector.ask(body.prefix)
        return (await read(body.spool, format: body.format), await question.answer())
    }

    private func read(
        _ spool: any MediaSpool,
        format: MediaFormat
    ) async -> Result<ContainerFacts, SystemCallError>? {
        // In memory nothing waits, and another thread costs more than the inspection of a small file.
        if spool.bytesInMemory != nil { return Self.read(spool, format: format, checksum) }
        return await workers.run { [checksum] in Self.read(spool, format: format, checksum) }
    }

    private static func read(
        _ file: any MediaSpool,
        format: MediaFormat,
        _ checksum: any ChecksumComputing
    ) -> Result<ContainerFacts, SystemCallError> {
        Result { () throws(SystemCallError) in
            try ContainerTable.read(file, format: format, checksum: checksum)
        }
    }

    private static func judge(
        _ body: ReceivedBody,
        reading: Result<ContainerFacts, SystemCallError>?,
        opinion: String?,
        policy: Policy
    ) throws(Reason) -> Media {
        let facts: ContainerFacts
        switch reading {
        case .success(let found): facts = found
        case .failure(let error) where error.isOutOfSpace: throw error.reason
        case .failure, nil: throw ReceivedBody.unreadable
        }
        if let reason = refusal(of: facts, body: body, completeness: policy.completeness) { throw reason }
        guard let opinion else { throw secondOpinionUnavailable }
        if SecondOpinion.disagrees(format: body.format, mimeType: opinion) {
            throw disagreement(body.format, opinion: opinion)
        }
        var fileExtension = body.fileExtension
        var warnings = body.warnings
        if facts.format != body.format {
            // The whole file can show a more precise type than its first bytes, so the type is judged again.
            (fileExtension, warnings) = try TypeJudge(policy: policy)
                .rule(facts.format, description: "", claimed: body.claimedExtension)
        }
        warnings += Self.warnings(of: facts)
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
    /// Returns the reason why a container's facts prevent the attachment, or `nil`.
    static func refusal(
        of facts: ContainerFacts,
        body: ReceivedBody,
        completeness: Policy.CompletenessRule = .strict
    ) -> Reason? {
        if facts.notes.contains(.externalData) { return externalData }
        if facts.notes.contains(.tooManyParts) { return tooManyParts(body) }
        switch facts.completeness {
        case .incomplete(let why): return incomplete(body, why)
        case .unterminated(let why) where completeness == .strict: return incomplete(body, why)
        case .undecodable(let why): return undecodable(body, why)
        case .complete, .unterminated: break
        }
        if let pixels = facts.pixels, pixels.count > pixelLimit {
            return Reason(
                .typeTooManyPixels,
                "The picture is \(pixels.width) × \(pixels.height); the limit is \(pixelLimit) pixels.",
                fix: "Scale it down; a notification shows about 1,000 × 1,000."
            )
        }
        if let frames = facts.frames, body.format.kind == .image, frames > frameLimit {
            return Reason(
                .typeTooManyFrames,
                "The animation has \(frames) frames; the limit is \(frameLimit).",
                fix: "Shorten it, or send it as MP4."
            )
        }
        return nil
    }

    /// The warnings about a file that is attached.
    static func warnings(of facts: ContainerFacts) -> [Reason] {
        var remarks = facts.remarks
        if case .unterminated(let why) = facts.completeness { remarks.append(.irregular(why)) }
        return remarks.map { remark in
            switch remark {
            case .codec(let what):
                Reason(
                    .typeCodec,
                    "iOS does not play \(what); the preview is blank or silent.",
                    fix: "Convert the file to 8-bit 4:2:0 H.264 with AAC sound, or to JPEG, PNG or MP3."
                )
            case .irregular(let what):
                Reason(
                    .typeIrregular,
                    "The file is irregular: \(what).",
                    fix: "Save the file again with an image or video editor."
                )
            }
        }
    }

    static func incomplete(_ body: ReceivedBody, _ why: String) -> Reason {
        Reason(
            .typeIncomplete,
            "The \(body.format.mimeType) file is incomplete: \(why).",
            fix: "Upload the file again; it was cut or damaged on the way."
        )
    }

    static func undecodable(_ body: ReceivedBody, _ why: String) -> Reason {
        Reason(
            .typeUnsupported,
            "No decoder can read the \(body.format.mimeType) file: \(why).",
            fix: "Save the file again with an image or video editor."
        )
    }

    static let externalData = Reason(
        .typeUnsupported,
        "The file's media data are at a URL or in another file, which a phone does not load.",
        fix: "Export the file with all media data in it."
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
        "libmagic could not check the file's type.",
        fix: "Try again; if that fails, save the file again with an image or video editor."
    )

    static func disagreement(_ format: MediaFormat, opinion: String) -> Reason {
        Reason(
            .typeMismatch,
            "The file begins like \(format.mimeType), but libmagic identifies it as \(opinion).",
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
