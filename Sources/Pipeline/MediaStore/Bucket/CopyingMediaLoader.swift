package import AttacheCore

/// Copies each attached file to the object store before its verdict is used; without a copy the push falls back.
package struct CopyingMediaLoader: MediaLoading {
    private let loader: any MediaLoading
    private let store: ObjectStore
    /// The name of an attachment's copy.
    private let name: @Sendable (Attachment) -> String

    package init(_ loader: any MediaLoading, store: ObjectStore, name: @escaping @Sendable (Attachment) -> String) {
        self.loader = loader
        self.store = store
        self.name = name
    }

    package func load(_ request: DownloadRequest, unless stale: StaleMedia?) async -> LoadedMedia {
        var loaded = await loader.load(request, unless: stale)
        guard let attachment = loaded.verdict.attachment else { return loaded }
        let file = UploadFile(name: name(attachment), mimeType: attachment.format.mimeType, file: attachment.file)
        guard let failure = await store.keep(file, until: request.context.deadline.instant) else { return loaded }
        let reason =
            failure == .ended
            ? Self.cancelled
            : Reason(
                .attachUploadFailed,
                "The object store did not accept the file: \(failure.cause).",
                fix: failure.isTransient
                    ? "Try again; check the object store if it happens often."
                    : "Check --media-store, its credentials and its permissions.",
                isPermanent: !failure.isTransient
            )
        loaded.verdict.isOutOfTime = failure == .outOfTime
        loaded.verdict.attachment = nil
        loaded.verdict.trace?.byteCount = 0
        loaded.verdict.reasons.insert(reason.found(at: .attach), at: 0)
        return loaded
    }

    private static let cancelled = Reason(.fetchCancelled, "The request was cancelled before its file was copied.")
}
