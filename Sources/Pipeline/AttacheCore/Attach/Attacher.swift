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
    package func attach(_ media: Media, source: String, under policy: Policy) async throws(Reason) -> Attachment {
        if let refusal = Self.refusal(of: media, under: policy) {
            media.spool.discard()
            throw refusal
        }
        do throws(SystemCallError) {
            let file = try await store.commit(media.spool, fileExtension: media.fileExtension)
            return Attachment(
                // iOS generates an identifier if the app has none; the digest is the same in every run.
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
