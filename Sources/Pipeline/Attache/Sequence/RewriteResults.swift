public import AttacheCore

/// The results of a sequence of payloads, computed concurrently as they are consumed.
///
/// Nothing starts before the first result is requested. Cancelling the consuming task or releasing the iterator ends
/// transfers in progress.
public struct RewriteResults<Payloads: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Payloads.Element == [UInt8] {
    /// A result.
    public typealias Element = RewriteResult
    /// The failure of the payload sequence; a payload itself never fails.
    public typealias Failure = Payloads.Failure

    let attache: Attache
    let payloads: Payloads
    let concurrency: Int
    let order: ResultOrder
    let request: RequestOverrides

    /// Returns an iterator; each iterator processes the payloads again.
    public func makeAsyncIterator() -> Iterator { Iterator(results: self) }

    /// An iterator over the results.
    public struct Iterator: AsyncIteratorProtocol {
        private let results: RewriteResults
        private var session: ResultSession<Payloads>?

        init(results: RewriteResults) {
            self.results = results
        }

        /// Returns the next result.
        ///
        /// - Parameter actor: The actor of the caller.
        /// - Returns: The result; `nil` after the last one, and once the task is cancelled.
        /// - Throws: The error of the payload sequence, after the results of the earlier payloads.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> RewriteResult? {
            if session == nil { session = ResultSession(results) }
            return try await session?.next(isolation: actor)
        }
    }
}

extension Attache {
    /// Rewrites many payloads concurrently.
    ///
    /// At most `concurrency` payloads are in progress or wait to be consumed; no further one is read meanwhile. A
    /// sequence of payloads must end when its task is cancelled, as those of the standard library do.
    ///
    /// - Parameters:
    ///   - payloads: Payloads, envelopes or contents of `.apns` files, as JSON text.
    ///   - concurrency: The limit of concurrent payloads, at least 1.
    ///   - order: The order of the results; with `.completion`, match them by `RewriteResult.identifier`.
    ///   - policy: The name of a policy; `nil` for the configured one.
    ///   - network: The name of a network; `nil` for the configured one.
    ///   - deadline: The time limit of each payload; `nil` for the configured one.
    /// - Returns: The results, one for each payload; the sequence throws the errors of `payloads`.
    public func rewrite<Payloads: AsyncSequence & Sendable>(
        contentsOf payloads: Payloads,
        concurrency: Int = 64,
        order: ResultOrder = .input,
        policy: String? = nil,
        network: String? = nil,
        deadline: Duration? = nil
    ) -> RewriteResults<Payloads> where Payloads.Element == [UInt8] {
        RewriteResults(
            attache: self,
            payloads: payloads,
            concurrency: concurrency,
            order: order,
            request: RequestOverrides(policy: policy, network: network, timeout: deadline)
        )
    }

    /// Rewrites many payloads that are strings, concurrently.
    ///
    /// - Parameters:
    ///   - payloads: Payloads, envelopes or contents of `.apns` files, as JSON text.
    ///   - concurrency: The limit of concurrent payloads, at least 1.
    ///   - order: The order of the results.
    ///   - policy: The name of a policy; `nil` for the configured one.
    ///   - network: The name of a network; `nil` for the configured one.
    ///   - deadline: The time limit of each payload; `nil` for the configured one.
    /// - Returns: The results, one for each payload; the sequence throws the errors of `payloads`.
    public func rewrite<Payloads: AsyncSequence & Sendable>(
        contentsOf payloads: Payloads,
        concurrency: Int = 64,
        order: ResultOrder = .input,
        policy: String? = nil,
        network: String? = nil,
        deadline: Duration? = nil
    ) -> RewriteResults<PayloadBytes<Payloads>> where Payloads.Element == String {
        rewrite(
            contentsOf: PayloadBytes(payloads: payloads),
            concurrency: concurrency,
            order: order,
            policy: policy,
            network: network,
            deadline: deadline
        )
    }
}

/// The order of results.
public enum ResultOrder: Sendable, CaseIterable {
    /// The order of the payloads: a slow one delays those after it.
    case input
    /// The order of completion.
    case completion
}

/// The UTF-8 bytes of payloads that are strings.
///
/// `AsyncMapSequence` is not `Sendable` on every toolchain, and its failure is not that of its base.
public struct PayloadBytes<Payloads: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Payloads.Element == String {
    /// A payload in UTF-8.
    public typealias Element = [UInt8]
    /// The failure of the sequence of strings.
    public typealias Failure = Payloads.Failure

    let payloads: Payloads

    /// Returns an iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(payloads: payloads.makeAsyncIterator()) }

    /// An iterator over the payloads.
    public struct Iterator: AsyncIteratorProtocol {
        var payloads: Payloads.AsyncIterator

        /// Returns the next payload.
        ///
        /// - Parameter actor: The actor of the caller.
        /// - Returns: The payload, or `nil` after the last one.
        /// - Throws: The error of the sequence of strings.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> [UInt8]? {
            try await payloads.next(isolation: actor).map { Array($0.utf8) }
        }
    }
}
