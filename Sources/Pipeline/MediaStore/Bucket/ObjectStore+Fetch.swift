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

    /// A request for an object, by what it may take.
    enum Place: Hashable {
        /// Whether there is an object: strangers ask that for any name, so that it takes no place of an object.
        case looking
        /// An object, which is in memory meanwhile.
        case reading(FetchPurpose)

        /// The requests at a time.
        var width: Int {
            switch self {
            case .looking: 8
            case .reading: 4
            }
        }
    }

    /// An object that is fetched now.
    struct Fetch {
        var waiters: [Waiter<Result<Bool, ObjectStoreFailure>>] = []
        var task: Task<Void, Never>?
    }

    /// Fetches the object of a name and passes its bytes to `keep`, once for all callers that wait for the name.
    ///
    /// - Parameters:
    ///   - name: The name below the prefix of the bucket.
    ///   - purpose: What it is needed for.
    ///   - client: Who asks; clients take turns.
    ///   - keep: Stores the bytes; called for one of the callers.
    /// - Returns: Whether the bucket has the object, and `keep` took it.
    /// - Throws: The failure of the request or of `keep`; a transient one when other objects were fetched for too long.
    package func fetch(
        _ name: String,
        for purpose: FetchPurpose,
        client: Int = 0,
        keep: @escaping @Sendable ([UInt8]) async throws(ObjectStoreFailure) -> Void
    ) async throws(ObjectStoreFailure) -> Bool {
        let waiter = Waiter<Result<Bool, ObjectStoreFailure>>()
        let now = time.now
        let known = state.withLock { state -> Result<Bool, ObjectStoreFailure>? in
            guard !state.isEnding else { return .failure(.ended) }
            if purpose == .serving, let end = state.missing[name], now < end { return .success(false) }
            if state.fetches[name] == nil {
                // Not a child: the caller that began it may leave before the others.
                let task = Task {
                    let result = await fetched(name, purpose, client, keep)
                    let waiters = self.state.withLock { $0.fetches.removeValue(forKey: name)?.waiters ?? [] }
                    waiters.resumeAll(returning: result)
                }
                state.fetches[name] = Fetch(task: task)
            }
            state.fetches[name]?.waiters.append(waiter)
            return nil
        }
        if let known { return try known.get() }
        return try await waiter.wait().get()
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
        guard await waitForTurn(at: place, of: client) else { throw .busy }
        defer { endTurn(at: place) }
        let response = try await self.client.send(
            method,
            self.client.location.key(name),
            limit: Self.fetchLimit,
            until: time.now + Self.fetchTime
        )
        switch response.status {
        case 200: try await take(response.body)
        // Without leave to list, a missing key is 403.
        case 404, 403: return false
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

    /// Waits until a request may be sent; returns whether that was in time.
    private func waitForTurn(at place: Place, of client: Int) async -> Bool {
        let turn = Waiter<Bool>()
        let (ticket, granted) = state.withLock { state in
            (state.turns.append(turn, key: place, lane: client), Self.grant(&state))
        }
        granted.resumeAll(returning: true)
        guard !granted.contains(where: { $0 === turn }) else { return true }
        let leave: @Sendable () -> Void = { [state] in
            state.withLock { $0.turns.remove(ticket) }?.resume(returning: false)
        }
        let timer = Task { [time] in
            guard (try? await time.sleep(until: time.now + Self.patience)) != nil else { return }
            leave()
        }
        defer { timer.cancel() }
        return await turn.wait(onCancel: leave)
    }

    private func endTurn(at place: Place) {
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
