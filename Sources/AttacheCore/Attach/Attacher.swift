import AttacheSystem

/// The attach stage: asks what iOS asks of a `UNNotificationAttachment`, in its order, and stores what passes.
package struct Attacher: Sendable {
    private let store: any MediaStoring

    /// Creates the stage.
    ///
    /// - Parameter store: Where verified media are kept.
    package init(store: any MediaStoring) {
        self.store = store
    }

    /// Attaches a verified file.
    ///
    /// - Parameters:
    ///   - media: The file.
    ///   - source: The URL in the payload.
    ///   - policy: What the receiving app accepts.
    /// - Returns: The attachment, or the error that iOS would give. The file is gone in the second case.
    package func attach(
        _ media: Media,
        source: String,
        under policy: Policy
    ) async -> Result<Attachment, Reason> {
        if let refusal = Self.refusal(of: media, under: policy) {
            media.spool.discard()
            return .failure(refusal)
        }
        do throws(SystemCallError) {
            let file = try await store.commit(media.spool, fileExtension: media.fileExtension)
            return .success(
                Attachment(
                    // An app that gives no identifier gets a unique one; the digest keeps it the same in every run.
                    identifier: String(file.sha256.prefix(16)),
                    file: file,
                    format: media.format,
                    fileExtension: media.fileExtension,
                    pixels: media.pixels,
                    frameCount: media.frameCount,
                    source: source
                )
            )
        } catch {
            media.spool.discard()
            return .failure(error.reason)
        }
    }

    /// Type first (101), then size (102); equal to the limit passes.
    private static func refusal(of media: Media, under policy: Policy) -> Reason? {
        guard media.format.isAttachable, let kind = media.format.kind, let rule = policy.types[kind],
            rule.extensions.contains(media.fileExtension)
        else {
            return Reason(
                .typeUnsupported,
                "The file is \(media.format.mimeType), which \"\(policy.name)\" does not attach.",
                fix: "Convert the file to JPEG, PNG, GIF or MP4."
            )
        }
        return SizeJudge.refusal(byteCount: media.byteCount, kind: kind, limit: rule.limit)
    }
}

/// What became of one media reference; shared by every payload that names the same URL under the same terms.
package struct MediaVerdict: Sendable {
    /// The attachment, or `nil` when there is none.
    package var attachment: Attachment?
    /// The findings, the headline first.
    package var reasons: [Reason]
    /// Where the time of the transfer went.
    package var timing: TransferTiming
    /// Time spent looking at the file and storing it.
    package var inspection: Duration
    /// What the receiving device would need, where the link model tells; `nil` without a transfer.
    package var deviceTime: Duration?
    /// What it took, and where the verdict came from; `nil` when the URL was refused before anybody was asked.
    package var trace: TransferRecord?

    /// Creates a verdict.
    ///
    /// - Parameters:
    ///   - attachment: The attachment, or `nil`.
    ///   - reasons: The findings, the headline first.
    ///   - timing: Where the time of the transfer went.
    ///   - inspection: Time spent looking at the file and storing it.
    ///   - deviceTime: What the receiving device would need.
    package init(
        attachment: Attachment? = nil,
        reasons: [Reason],
        timing: TransferTiming = TransferTiming(),
        inspection: Duration = .zero,
        deviceTime: Duration? = nil
    ) {
        self.attachment = attachment
        self.reasons = reasons
        self.timing = timing
        self.inspection = inspection
        self.deviceTime = deviceTime
    }

    /// The same verdict for an item whose load it was not.
    var shared: MediaVerdict {
        var verdict = self
        verdict.trace?.supply = .shared
        return verdict
    }
}
