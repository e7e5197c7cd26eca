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
    /// - Returns: The attachment.
    /// - Throws: The error that iOS would give; the file is gone then.
    package func attach(
        _ media: Media,
        source: String,
        under policy: Policy
    ) async throws(Reason) -> Attachment {
        if let refusal = Self.refusal(of: media, under: policy) {
            media.spool.discard()
            throw refusal
        }
        do throws(StoreError) {
            let file = try await store.commit(media.spool, fileExtension: media.fileExtension)
            return Attachment(
                // An app that gives no identifier gets a unique one; the digest keeps it the same in every run.
                identifier: String(file.sha256.prefix(16)),
                file: file,
                format: media.format,
                fileExtension: media.fileExtension,
                pixels: media.pixels,
                frameCount: media.frameCount,
                source: source
            )
        } catch {
            media.spool.discard()
            throw error.reason
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
