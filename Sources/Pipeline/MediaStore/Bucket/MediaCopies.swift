package import AttacheCore
import AttacheSystem

/// The copies of stored files in a bucket, as the source of files that this machine lacks.
package struct MediaCopies: MediaRestoring {
    /// The longest time for one file, at most a third of what is left: then its origin is asked, as without the bucket.
    private static let patience = Duration.seconds(5)

    private let objects: ObjectStore
    private let store: any MediaStoring
    private let time: any TimeSource
    /// The name of an attachment's copy.
    private let name: @Sendable (Attachment) -> String

    package init(
        _ objects: ObjectStore,
        store: any MediaStoring,
        time: any TimeSource,
        name: @escaping @Sendable (Attachment) -> String
    ) {
        self.objects = objects
        self.store = store
        self.time = time
        self.name = name
    }

    package func restore(
        _ attachment: Attachment,
        for client: Int,
        until deadline: Deadline
    ) async -> StoredFile? {
        let now = time.now
        guard let left = deadline.remaining(at: now) else { return nil }
        let end = now + min(Self.patience, left / 3)
        let waiter = Waiter<Bool>()
        // Not a child: the fetch is for others too, and may last longer than this item waits.
        Task {
            let isFetched = try? await fetch(
                name(attachment),
                fileExtension: attachment.fileExtension,
                for: .restoring,
                client: client
            )
            waiter.resume(returning: isFetched ?? false)
        }
        let timer = Task { [time] in
            try? await time.sleep(until: end)
            waiter.resume(returning: false)
        }
        defer { timer.cancel() }
        guard await waiter.wait() else { return nil }
        // Others may write to the bucket too: their bytes have another digest, and so another place in the store.
        return await store.reuse(attachment.file, fileExtension: attachment.fileExtension, for: client)
    }

    /// Stores the object of a name in the store of this machine, under the digest of its bytes.
    ///
    /// - Parameters:
    ///   - name: The name below the prefix of the bucket.
    ///   - fileExtension: The extension of the stored file, without the full stop.
    ///   - purpose: What the object is needed for.
    ///   - client: Who asks; clients take turns, and the stored file counts for it.
    /// - Returns: Whether the bucket has the object.
    /// - Throws: The failure of the request or of the store; `ObjectStoreFailure.busy` when others had all turns for too long.
    package func fetch(
        _ name: String,
        fileExtension: String,
        for purpose: FetchPurpose,
        client: Int = 0
    ) async throws(ObjectStoreFailure) -> Bool {
        try await objects.fetch(name, for: purpose, client: client) { [store] bytes async throws(ObjectStoreFailure) in
            do throws(SystemCallError) {
                let spool = try store.openSpool(for: client)
                do throws(SystemCallError) {
                    try spool.append(bytes.span)
                    _ = try await store.commit(spool, fileExtension: fileExtension)
                } catch {
                    spool.discard()
                    throw error
                }
            } catch {
                throw ObjectStoreFailure(cause: "the store has no room: \(error.message)", isTransient: true)
            }
        }
    }
}
