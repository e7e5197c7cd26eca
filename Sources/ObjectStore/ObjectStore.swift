package import AttacheCore
package import AttacheSystem
import CurlFetch
import MediaStore

/// Copies of stored media in a bucket: one upload for each file of this process, however many items wait for it.
package final class ObjectStore: Sendable {
    /// Concurrent requests.
    private static let threadCount = 32
    /// Concurrent uploads: each has a file of up to 16 MiB in memory.
    private static let uploadWidth = 24
    /// The time for one file; an item that waits less long falls back, and later items find the file.
    private static let uploadTime = Duration.seconds(60)
    private static let fetchTime = Duration.seconds(20)
    /// The limit of remembered names, and how long one is remembered: then the object is looked at again, and renewed if it
    /// is old.
    private static let known = (limit: 100_000, time: Duration.seconds(86_400))
    /// The largest object that is fetched, in bytes.
    private static let fetchLimit = 64 << 20
    /// Objects that are fetched at once: each is in memory, and strangers may ask for them.
    private static let fetchWidth = 4

    private struct State {
        /// The names that the bucket is known to have, and until when that is believed.
        var known: [String: ContinuousClock.Instant] = [:]
        /// The number of uploads that run now, and those that wait for them.
        var uploadCount = 0
        var queue = FIFOQueue<Waiter<Bool>>()
        /// The number of objects that are fetched now.
        var fetchCount = 0
        /// Who waits for the upload of a name.
        var waiting: [String: [Waiter<ObjectStoreFailure?>]] = [:]
        var hasEndedWaits = false
    }

    private let client: BucketClient
    private let upload: BucketUpload
    private let transport: CurlTransport
    private let time: any TimeSource
    private let state = Locked(State())

    /// Prepares a store; nothing is sent before the first file.
    package init(
        _ location: BucketLocation,
        _ source: CredentialSource,
        authorityFile: String?,
        clock: any WallTimeSource,
        time: any TimeSource
    ) throws(SystemCallError) {
        let transport = try CurlTransport(authorityFile: authorityFile, threadCount: Self.threadCount)
        self.transport = transport
        self.time = time
        client = BucketClient(location, source, transport: transport, clock: clock, time: time)
        upload = BucketUpload(client, clock: clock) { file, offset, count async throws(ObjectStoreFailure) in
            try await Self.read(file, offset, count, on: transport)
        }
    }

    /// Has the bucket store a file; returns the cause when it is not there at the deadline.
    package func keep(_ file: UploadFile, until deadline: ContinuousClock.Instant) async -> ObjectStoreFailure? {
        let waiter = Waiter<ObjectStoreFailure?>()
        let now = time.now
        let begins = state.withLock { state -> Bool? in
            if let end = state.known[file.name], now < end { return nil }
            guard !state.hasEndedWaits else {
                waiter.resume(returning: .cancelled)
                return false
            }
            state.waiting[file.name, default: []].append(waiter)
            return state.waiting[file.name]?.count == 1
        }
        guard let begins else { return nil }
        if begins {
            // Not a child: the file is for later items too.
            Task { await send(file) }
        }
        let timer = Task { [time] in
            try? await time.sleep(until: deadline)
            waiter.resume(returning: ObjectStoreFailure.outOfTime)
        }
        let failure = await waiter.wait()
        timer.cancel()
        return failure
    }

    private func send(_ file: UploadFile) async {
        await takeTurn()
        defer { endTurn() }
        var failure: ObjectStoreFailure?
        do throws(ObjectStoreFailure) {
            _ = try await upload.store(file, until: time.now + Self.uploadTime)
        } catch {
            failure = error
        }
        let end = time.now + Self.known.time
        let waiters = state.withLock { [failure] state in
            if failure == nil {
                if state.known.count >= Self.known.limit { state.known = [:] }
                state.known[file.name] = end
            }
            return state.waiting.removeValue(forKey: file.name) ?? []
        }
        for waiter in waiters { waiter.resume(returning: failure) }
    }

    /// Waits until fewer uploads than the limit run.
    private func takeTurn() async {
        let turn = Waiter<Bool>()
        let isFree = state.withLock { state in
            if state.uploadCount < Self.uploadWidth {
                state.uploadCount += 1
                return true
            }
            state.queue.append(turn)
            return false
        }
        if !isFree { _ = await turn.wait() }
    }

    /// Passes the turn on, or gives it back.
    private func endTurn() {
        let next = state.withLock { state in
            let next = state.queue.popFirst()
            if next == nil { state.uploadCount -= 1 }
            return next
        }
        next?.resume(returning: true)
    }

    /// Fetches the object of a name; `nil` when the bucket has none.
    package func fetch(_ name: String) async throws(ObjectStoreFailure) -> [UInt8]? {
        let isAllowed = state.withLock { state in
            guard state.fetchCount < Self.fetchWidth else { return false }
            state.fetchCount += 1
            return true
        }
        guard isAllowed else { throw ObjectStoreFailure(cause: "too many objects are fetched now", isTransient: true) }
        defer { state.withLock { $0.fetchCount -= 1 } }
        let deadline = time.now + Self.fetchTime
        let response = try await client.send("GET", client.location.key(name), limit: Self.fetchLimit, until: deadline)
        switch response.status {
        case 200: return response.body
        case 404, 403: return nil
        default: throw BucketClient.failure(response)
        }
    }

    /// Ends the waits for uploads, those of later items too.
    package func endWaits() {
        let waiters = state.withLock { state in
            state.hasEndedWaits = true
            defer { state.waiting = [:] }
            return state.waiting.values.flatMap { $0 }
        }
        for waiter in waiters { waiter.resume(returning: .cancelled) }
    }

    /// Ends the requests in progress at their timeouts, and joins the threads; call it once.
    package func shutDown() { transport.shutDown() }

    private static func read(
        _ file: StoredFile,
        _ offset: Int,
        _ count: Int,
        on transport: CurlTransport
    ) async throws(ObjectStoreFailure) -> [UInt8] {
        let result = await transport.run { () -> Result<[UInt8], SystemCallError> in
            Result { () throws(SystemCallError) in try LocalMediaFile(file.path).read(at: offset, count: count) }
        }
        do throws(SystemCallError) {
            guard let result else { throw SystemCallError(operation: "read", path: file.path, code: 125) }
            return try result.get()
        } catch {
            throw ObjectStoreFailure(cause: "the stored file cannot be read: \(error.message)", isTransient: true)
        }
    }
}

/// Copies each attached file to the object store before its verdict is used; without a copy the push falls back.
package struct CopyingMediaLoader: MediaLoading {
    private let loader: any MediaLoading
    private let store: ObjectStore
    /// The name of an attachment's copy.
    private let name: @Sendable (Attachment) -> String

    package init(
        _ loader: any MediaLoading,
        store: ObjectStore,
        name: @escaping @Sendable (Attachment) -> String
    ) {
        self.loader = loader
        self.store = store
        self.name = name
    }

    package func load(_ request: DownloadRequest, unless stale: StaleMedia?) async -> LoadedMedia {
        var loaded = await loader.load(request, unless: stale)
        guard let attachment = loaded.verdict.attachment else { return loaded }
        let file = UploadFile(
            name: name(attachment),
            mimeType: attachment.format.mimeType,
            file: attachment.file
        )
        guard let failure = await store.keep(file, until: request.context.deadline.instant) else { return loaded }
        let reason =
            failure == .cancelled
            ? Self.cancelled
            : Reason(
                .attachUploadFailed,
                "The object store did not take the file: \(failure.cause).",
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
