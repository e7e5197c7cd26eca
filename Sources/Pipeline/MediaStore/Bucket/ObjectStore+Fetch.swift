import AttacheCore
import AttacheSystem
import CurlFetch

/// What an object of a bucket is fetched for; one purpose does not take the turns of the other.
package enum FetchPurpose: Sendable {
    /// A client asks for the copy, such as a phone.
    case serving
    /// This machine lacks the file of a cached verdict.
    case restoring
}

extension ObjectStore {
    /// The time for one object.
    private static let fetchTime = Duration.seconds(60)
    /// The largest object that is fetched, in bytes.
    private static let fetchLimit = 64 << 20
    /// Objects that are fetched at once for each purpose: each is in memory.
    private static let fetchWidth = 4

    /// An object that is fetched now.
    struct Fetch {
        let purpose: FetchPurpose
        var waiters: [Waiter<Result<Bool, ObjectStoreFailure>>] = []
        var task: Task<Void, Never>?
    }

    /// Fetches the object of a name and passes its bytes to `keep`, once for all callers that wait for the name.
    ///
    /// - Parameters:
    ///   - name: The name below the prefix of the bucket.
    ///   - purpose: What it is needed for.
    ///   - keep: Stores the bytes; called for one of the callers.
    /// - Returns: Whether the bucket has the object, and `keep` took it.
    /// - Throws: The failure of the request or of `keep`; a transient one when too many other objects are fetched now.
    package func fetch(
        _ name: String,
        for purpose: FetchPurpose,
        keep: @escaping @Sendable ([UInt8]) async throws(ObjectStoreFailure) -> Void
    ) async throws(ObjectStoreFailure) -> Bool {
        let waiter = Waiter<Result<Bool, ObjectStoreFailure>>()
        let refusal = state.withLock { state -> ObjectStoreFailure? in
            guard !state.isEnding else { return .ended }
            if state.fetches[name] == nil {
                guard state.fetches.values.count(where: { $0.purpose == purpose }) < Self.fetchWidth else {
                    return .busy
                }
                // Not a child: the caller that began it may leave before the others.
                let task = Task {
                    let result = await fetched(name, keep)
                    let waiters = self.state.withLock { $0.fetches.removeValue(forKey: name)?.waiters ?? [] }
                    waiters.resumeAll(returning: result)
                }
                state.fetches[name] = Fetch(purpose: purpose, task: task)
            }
            state.fetches[name]?.waiters.append(waiter)
            return nil
        }
        if let refusal { throw refusal }
        return try await waiter.wait().get()
    }

    private func fetched(
        _ name: String,
        _ keep: @Sendable ([UInt8]) async throws(ObjectStoreFailure) -> Void
    ) async -> Result<Bool, ObjectStoreFailure> {
        do throws(ObjectStoreFailure) {
            let key = client.location.key(name)
            let response = try await client.send("GET", key, limit: Self.fetchLimit, until: time.now + Self.fetchTime)
            switch response.status {
            case 200: try await keep(response.body)
            case 404, 403: return .success(false)
            default: throw BucketClient.failure(response)
            }
            return .success(true)
        } catch {
            return .failure(error)
        }
    }
}
