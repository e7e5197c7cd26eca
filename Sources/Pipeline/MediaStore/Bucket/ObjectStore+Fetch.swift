import AttacheCore
import AttacheSystem
import CurlFetch

/// What an object of a bucket is fetched for; one purpose does not take the turns of the other.
package enum FetchPurpose: Sendable {
    /// A client asks for the copy, such as a phone: for any name, so that it may not exist.
    case serving
    /// This machine lacks the file of a cached verdict.
    case restoring
}

extension ObjectStore {
    /// The time for one object.
    private static let fetchTime = Duration.seconds(60)
    /// The time that a request waits for its turn; afterwards others go first for too long.
    static let patience = Duration.seconds(5)
    /// The largest object that is fetched, in bytes.
    private static let fetchLimit = 64 << 20
    /// How long a name that the bucket does not have is remembered, and the limit of such names.
    private static let missing = (time: Duration.seconds(60), limit: 10_000)

    /// What takes a turn, by what it may take.
    enum Place: Hashable {
        /// A file, of which up to 16 MiB are in memory meanwhile.
        case uploading
        /// Whether there is an object: strangers ask that for any name, so that it takes no place of an object.
        case looking
        /// An object, which is in memory meanwhile.
        case reading(FetchPurpose)

        /// The requests at a time.
        var width: Int {
            switch self {
            case .uploading: 24
            case .looking: 8
            case .reading: 4
            }
        }
    }

    /// What a fetch is shared by: one purpose does not wait for the turns of the other.
    struct FetchKey: Hashable {
        let name: String
        let purpose: FetchPurpose
    }

    /// An object that is fetched now.
    struct Fetch {
        /// The client that began it, in whose turns it is.
        let client: Int
        var waiters: [Waiter<Result<Bool, ObjectStoreFailure>>] = []
        var task: Task<Void, Never>?
    }

    /// Fetches the object of a name and passes its bytes to `keep`, once for all callers that wait for it for one purpose.
    ///
    /// A fetch has the turns of the client that began it. When those do not come in time, another client that has joined it
    /// asks once more.
    ///
    /// - Parameters:
    ///   - name: The name below the prefix of the bucket.
    ///   - purpose: What it is needed for.
    ///   - client: Who asks; clients take turns.
    ///   - keep: Stores the bytes; called for one of the callers.
    /// - Returns: Whether the bucket has the object, and `keep` took it.
    /// - Throws: The failure of the request or of `keep`; `denied` where the keys may not read it, and a transient one when
    ///   other objects were fetched for too long.
    package func fetch(
        _ name: String,
        for purpose: FetchPurpose,
        client: Int = 0,
        keep: @escaping @Sendable ([UInt8]) async throws(ObjectStoreFailure) -> Void
    ) async throws(ObjectStoreFailure) -> Bool {
        let first = await joined(name, purpose, client, keep)
        guard first.isOthers, first.result == .failure(.busy) else { return try first.result.get() }
        return try await joined(name, purpose, client, keep).result.get()
    }

    /// The result of the fetch in progress, which begins if there is none, and whether it is another client's.
    private func joined(
        _ name: String,
        _ purpose: FetchPurpose,
        _ client: Int,
        _ keep: @escaping @Sendable ([UInt8]) async throws(ObjectStoreFailure) -> Void
    ) async -> (result: Result<Bool, ObjectStoreFailure>, isOthers: Bool) {
        let waiter = Waiter<Result<Bool, ObjectStoreFailure>>()
        let now = time.now
        let key = FetchKey(name: name, purpose: purpose)
        let (known, isOthers) = state.withLock { state -> (Result<Bool, ObjectStoreFailure>?, Bool) in
            guard !state.isEnding else { return (.failure(.ended), false) }
            if purpose == .serving, let end = state.missing[name], now < end { return (.success(false), false) }
            if state.fetches[key] == nil {
                // Not a child: the caller that began it may leave before the others.
                let task = Task {
                    let result = await fetched(name, purpose, client, keep)
                    let waiters = self.state.withLock { $0.fetches.removeValue(forKey: key)?.waiters ?? [] }
                    waiters.resumeAll(returning: result)
                }
                state.fetches[key] = Fetch(client: client, task: task)
            }
            state.fetches[key]?.waiters.append(waiter)
            return (nil, state.fetches[key]?.client != client)
        }
        if let known { return (known, false) }
        return (await waiter.wait(), isOthers)
    }

    private func fetched(
        _ name: String,
        _ purpose: FetchPurpose,
        _ client: Int,
        _ keep: @Sendable ([UInt8]) async throws(ObjectStoreFailure) -> Void
    ) async -> Result<Bool, ObjectStoreFailure> {
        do throws(ObjectStoreFailure) {
            if purpose == .serving {
                guard try await request("HEAD", name, at: .looking, for: client, { _ in }) else {
                    noteMissing(name)
                    return .success(false)
                }
            }
            return .success(try await request("GET", name, at: .reading(purpose), for: client, keep))
        } catch {
            return .failure(error)
        }
    }

    /// Sends a request when it is its turn; returns whether there is an object, whose bytes `take` has got.
    private func request(
        _ method: String,
        _ name: String,
        at place: Place,
        for client: Int,
        _ take: ([UInt8]) async throws(ObjectStoreFailure) -> Void
    ) async throws(ObjectStoreFailure) -> Bool {
        guard await waitForTurn(at: place, of: client, patience: Self.patience) else { throw .busy }
        defer { endTurn(at: place) }
        let response = try await self.client.send(
            method,
            self.client.location.key(name),
            limit: Self.fetchLimit,
            until: time.now + Self.fetchTime
        )
        switch response.status {
        case 200: try await take(response.body)
        case 404: return false
        // Without leave to list, that is the answer to a missing key too; nothing is known, so that nothing is remembered.
        case 403: throw .denied
        default: throw BucketClient.failure(response)
        }
        return true
    }

    private func noteMissing(_ name: String) {
        let end = time.now + Self.missing.time
        state.withLock { state in
            if state.missing.count >= Self.missing.limit { state.missing = [:] }
            state.missing[name] = end
        }
    }

    // MARK: - Turns

    /// Waits for a turn; returns whether it came before the end of the task, and within `patience` if there is one.
    func waitForTurn(at place: Place, of client: Int = 0, patience: Duration? = nil) async -> Bool {
        let turn = Waiter<Bool>()
        let (ticket, granted) = state.withLock { state in
            (state.turns.append(turn, key: place, lane: client), Self.grant(&state))
        }
        granted.resumeAll(returning: true)
        guard !granted.contains(where: { $0 === turn }) else { return true }
        let leave: @Sendable () -> Void = { [state] in
            state.withLock { $0.turns.remove(ticket) }?.resume(returning: false)
        }
        let timer = patience.map { patience in
            Task { [time] in
                guard (try? await time.sleep(until: time.now + patience)) != nil else { return }
                leave()
            }
        }
        defer { timer?.cancel() }
        return await turn.wait(onCancel: leave)
    }

    func endTurn(at place: Place) {
        let granted = state.withLock { state in
            state.turns.release(place)
            return Self.grant(&state)
        }
        granted.resumeAll(returning: true)
    }

    /// Takes out the requests that may be sent now.
    private static func grant(_ state: inout State) -> [Waiter<Bool>] {
        var granted: [Waiter<Bool>] = []
        while let next = state.turns.next(where: { $1.running < $0.width }) { granted.append(next.element) }
        return granted
    }
}
