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

    static let unreadable = Reason(
        .attachStoreFailed,
        "The downloaded file could not be read back from the media store.",
        fix: "Check the store's directory and its disk."
    )

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
