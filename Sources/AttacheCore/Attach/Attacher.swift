import AttacheSystem

/// The attach stage: repeats the checks of a `UNNotificationAttachment` in the order of iOS, and stores files that
/// pass.
package struct Attacher: Sendable {
    private let store: any MediaStoring

    package init(store: any MediaStoring) {
        self.store = store
    }

    /// Attaches a verified file from `source`, the URL in the payload. Returns the attachment, or the error of iOS; a
    /// refused file is discarded.
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
                    // iOS generates an identifier if the app has none; the digest is the same in every run.
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

/// The result for one media reference, shared by every payload with the same URL under the same terms.
package struct MediaVerdict: Sendable {
    package var attachment: Attachment?
    /// The findings, the headline first.
    package var reasons: [Reason]
    package var timing: TransferTiming
    /// The time for inspecting and storing the file.
    package var inspection: Duration
    /// The receiving device's time, if the link model gives it; `nil` without a transfer.
    package var deviceTime: Duration?
    /// The record of the transfer; `nil` when the URL was refused before any lookup.
    package var trace: TransferRecord?

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

    /// The same verdict for an item that shares another item's transfer.
    var shared: MediaVerdict {
        var verdict = self
        verdict.trace?.supply = .shared
        return verdict
    }
}
