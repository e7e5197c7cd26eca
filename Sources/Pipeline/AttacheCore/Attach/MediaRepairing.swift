/// Repairs files that a device refuses.
package protocol MediaRepairing: Sendable {
    /// Repairs a received file, and attaches what passes the same inspection as a download.
    ///
    /// - Parameters:
    ///   - body: The file, which is discarded.
    ///   - refusal: The reason why a device refuses the file.
    ///   - request: The download, whose deadline bounds the repair.
    /// - Returns: The verdict, with the record of the repair; `refusal` is its headline when there is no attachment.
    func repair(_ body: ReceivedBody, refused refusal: Reason, for request: DownloadRequest) async -> MediaVerdict
}

/// What was done to repair one file.
package struct RepairRecord: Sendable, Equatable {
    /// The work on the file.
    package enum Kind: String, Sendable, CaseIterable {
        /// Another image format.
        case convert
        /// The same media file in fewer bytes.
        case recompress
        /// Another container around the same video and sound.
        case remux
        /// Video and sound in other codecs.
        case transcode
        /// Another file name.
        case rename
    }

    package enum Outcome: String, Sendable, CaseIterable {
        case repaired
        /// A program that repairs this format is not installed.
        case toolMissing = "tool-missing"
        /// The time of the payload was over.
        case tooLate = "too-late"
        /// Every version within the limits of quality is over the size limit.
        case tooLarge = "too-large"
        /// The file has more pixels, pictures or seconds than are repaired.
        case overLimit = "over-limit"
        /// The file is damaged, the program ended early, or its result did not pass the inspection.
        case failed
    }

    /// What a result loses beside the original.
    package enum Loss: String, Sendable, CaseIterable {
        /// Only the first picture of an animation is left.
        case firstFrame = "first-frame"
        /// It has fewer pixels.
        case scaled
        /// Transparent pixels are white.
        case flattened
    }

    package var kind: Kind
    package var outcome: Outcome
    /// MIME types.
    package var from: String
    package var to: String?
    /// The extension of the result, without the full stop.
    package var fileExtension: String?
    /// Sizes in bytes.
    package var bytesBefore: Int
    package var bytesAfter: Int?
    /// The time for the work, without the transfer.
    package var time: Duration
    package var losses: [Loss] = []
    /// The Debian package with the missing program.
    package var package: String?
    /// The URL in the payload, without a user name and a password.
    package var url: String?

    package init(_ kind: Kind, _ outcome: Outcome, from: String, bytesBefore: Int, time: Duration = .zero) {
        self.kind = kind
        self.outcome = outcome
        self.from = from
        self.bytesBefore = bytesBefore
        self.time = time
    }
}

extension RepairRecord {
    /// The record of a file that only needed another name; `nil` without an attachment.
    init?(renaming attachment: Attachment?) {
        guard let attachment else { return nil }
        self.init(.rename, .repaired, from: attachment.mimeType, bytesBefore: attachment.byteCount)
        to = attachment.mimeType
        fileExtension = attachment.fileExtension
        bytesAfter = attachment.byteCount
    }

    /// Writes the member `repair`: an array with one record for each media file that needed a repair; nothing without any.
    static func write(_ traces: [TransferRecord], to writer: inout JSONWriter) {
        guard traces.contains(where: { $0.repair != nil }) else { return }
        writer.key("repair")
        writer.beginArray()
        for trace in traces { trace.repair?.write(to: &writer) }
        writer.endArray()
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("kind", kind.rawValue)
        writer.member("outcome", outcome.rawValue)
        writer.member("from", from)
        writer.member("to", to)
        writer.member("extension", fileExtension)
        writer.member("bytes_before", bytesBefore)
        writer.member("bytes_after", bytesAfter)
        writer.member("ms", time)
        if !losses.isEmpty { writer.strings("losses", losses.map(\.rawValue)) }
        writer.member("package", package)
        writer.member("url", url)
        writer.endObject()
    }

    /// Reads a record of `write`; `nil` when a member is missing or unknown to this version.
    package init?(_ value: JSONValue) {
        guard let kind = value["kind"]?.string.flatMap(Kind.init), let from = value["from"]?.string,
            let outcome = value["outcome"]?.string.flatMap(Outcome.init), let bytes = value["bytes_before"]?.integer
        else { return nil }
        self.init(kind, outcome, from: from, bytesBefore: bytes)
        to = value["to"]?.string
        fileExtension = value["extension"]?.string
        bytesAfter = value["bytes_after"]?.integer
        time = .microseconds(Int(exactly: ((value["ms"]?.double ?? 0) * 1000).rounded()) ?? 0)
        losses = value["losses"]?.elements.compactMap { $0.string.flatMap(Loss.init) } ?? []
        package = value["package"]?.string
        url = value["url"]?.string
    }
}
