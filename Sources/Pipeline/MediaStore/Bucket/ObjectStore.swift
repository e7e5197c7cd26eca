package import AttacheCore
package import AttacheSystem
import CurlFetch

/// Copies of stored media in a bucket: one upload for each file of this process, however many items wait for it.
package final class ObjectStore: Sendable {
    /// Concurrent requests: those of uploads and of all places of `Place`.
    private static let threadCount = 40
    /// The time for one file; an item that waits less long falls back, and later items find the file.
    private static let uploadTime = Duration.seconds(60)
    /// The limit of remembered names, and how long one is remembered: then the object is looked at again, and renewed if it
    /// is old.
    private static let known = (limit: 100_000, time: Duration.seconds(86_400))

    struct State {
        /// The names that the bucket is known to have, and until when that is believed.
        var known: [String: ContinuousClock.Instant] = [:]
        /// The objects that are fetched now, and who waits for each.
        var fetches: [FetchKey: Fetch] = [:]
        /// The requests and uploads that wait for their turn; the lanes are clients.
        var turns = FairScheduler<Place, Waiter<Bool>>()
        /// The names that the bucket did not have, and until when that is believed.
        var missing: [String: ContinuousClock.Instant] = [:]
        /// Who waits for the upload of a name.
        var waiting: [String: [Waiter<ObjectStoreFailure?>]] = [:]
        /// The uploads in progress, and those that wait for their turn.
        var uploads: [String: Task<Void, Never>] = [:]
        var isEnding = false
    }

    let client: BucketClient
    private let upload: BucketUpload
    let time: any TimeSource
    private let observers: [any AttacheObserver]
    private let endTransport: @Sendable () -> Void
    let state = Locked(State())

    /// Prepares a store; nothing is sent before the first file.
    package convenience init(
        _ location: BucketLocation,
        _ source: CredentialSource,
        authorityFile: String?,
        observers: [any AttacheObserver],
        clock: any WallTimeSource,
        time: any TimeSource
    ) throws(SystemCallError) {
        let transport = try CurlTransport(authorityFile: authorityFile, threadCount: Self.threadCount)
        let client = BucketClient(location, source, transport: transport, clock: clock, time: time)
        let upload = BucketUpload(client, clock: clock) { file, offset, count async throws(ObjectStoreFailure) in
            try await Self.read(file, offset, count, on: transport)
        }
        self.init(client, upload, observers: observers, time: time) { transport.shutDown() }
    }

    /// A store over a client; `endTransport` ends its threads.
    init(
        _ client: BucketClient,
        _ upload: BucketUpload,
        observers: [any AttacheObserver] = [],
        time: any TimeSource,
        endTransport: @escaping @Sendable () -> Void = {}
    ) {
        self.client = client
        self.upload = upload
        self.observers = observers
        self.time = time
        self.endTransport = endTransport
    }

    /// Has the bucket store a file; returns the cause when it is not there at the deadline.
    package func keep(_ file: UploadFile, until deadline: ContinuousClock.Instant) async -> ObjectStoreFailure? {
        let waiter = Waiter<ObjectStoreFailure?>()
        let now = time.now
        let isKnown = state.withLock { state in
            if let end = state.known[file.name], now < end { return true }
            guard !state.isEnding else {
                waiter.resume(returning: .ended)
                return false
            }
            state.waiting[file.name, default: []].append(waiter)
            if state.uploads[file.name] == nil {
                // Not a child: the file is for later items too.
                state.uploads[file.name] = Task { await send(file) }
            }
            return false
        }
        if isKnown { return nil }
        let timer = Task { [time] in
            try? await time.sleep(until: deadline)
            waiter.resume(returning: ObjectStoreFailure.outOfTime)
        }
        let failure = await waiter.wait()
        timer.cancel()
        return failure
    }

    private func send(_ file: UploadFile) async {
        let hasTurn = await waitForTurn(at: .uploading)
        defer { if hasTurn { endTurn(at: .uploading) } }
        let began = time.now
        var failure: ObjectStoreFailure?
        var isSent = false
        do throws(ObjectStoreFailure) {
            guard hasTurn else { throw .ended }
            isSent = try await upload.store(file, until: began + Self.uploadTime)
        } catch {
            failure = error
        }
        let event = MediaUploaded(
            result: failure != nil ? .failed : isSent ? .sent : .present,
            byteCount: isSent ? file.file.byteCount : 0,
            duration: began.duration(to: time.now)
        )
        for observer in observers { observer.mediaUploaded(event) }
        let end = time.now + Self.known.time
        let waiters = state.withLock { [failure] state in
            if failure == nil {
                if state.known.count >= Self.known.limit { state.known = [:] }
                state.known[file.name] = end
                state.missing[file.name] = nil
            }
            state.uploads[file.name] = nil
            return state.waiting.removeValue(forKey: file.name) ?? []
        }
        for waiter in waiters { waiter.resume(returning: failure) }
    }

    /// Ends the waits for uploads and fetches, those of later items too; they continue until `end`.
    package func endWaits() {
        let (waiters, fetches) = state.withLock { state in
            state.isEnding = true
            defer {
                state.waiting = [:]
                for key in state.fetches.keys { state.fetches[key]?.waiters = [] }
            }
            return (state.waiting.values.flatMap { $0 }, state.fetches.values.flatMap(\.waiters))
        }
        waiters.resumeAll(returning: .ended)
        fetches.resumeAll(returning: .failure(.ended))
    }

    /// Ends the fetches and uploads in progress, and the parts that these have stored, within a few seconds; later ones fail.
    package func end() async {
        let tasks = state.withLock { state in
            state.isEnding = true
            return state.uploads.values + state.fetches.values.compactMap(\.task)
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    /// Ends the requests in progress at their timeouts, and joins the threads; call it once, after `end`.
    package func shutDown() { endTransport() }

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
