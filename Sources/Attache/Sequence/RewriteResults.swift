public import AttacheCore

/// The results of a sequence of payloads, made side by side as they are taken.
///
/// Nothing begins before the first is asked for. When the task that takes them is cancelled, or the iterator is dropped,
/// transfers that are under way are ended.
public struct RewriteResults<Payloads: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Payloads.Element == [UInt8] {
    /// A result.
    public typealias Element = RewriteResult
    /// What the payloads fail with; a payload itself never fails.
    public typealias Failure = Payloads.Failure

    let attache: Attache
    let payloads: Payloads
    let concurrency: Int
    let order: ResultOrder
    let request: RequestOverrides

    /// Makes the iterator; each works through the payloads anew.
    public func makeAsyncIterator() -> Iterator { Iterator(results: self) }

    /// Takes the results, one after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private let results: RewriteResults
        private var session: ResultSession<Failure>?

        init(results: RewriteResults) {
            self.results = results
        }

        /// The next result.
        ///
        /// - Parameter actor: Whose turn it is.
        /// - Returns: The result; `nil` after the last, and once the task is cancelled.
        /// - Throws: What the sequence of payloads throws, after the results of those before.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> RewriteResult? {
            let session = session ?? results.start()
            self.session = session
            switch await session.channel.next() {
            case .result(let result): return result
            case .end: return nil
            case .failed(let failure): throw failure
            }
        }
    }

    /// Starts to work.
    private func start() -> ResultSession<Failure> {
        let channel = ResultChannel<Failure>(concurrency: concurrency, order: order)
        channel.attach(attache.resultTasks.start { await feed(channel) })
        return ResultSession(channel)
    }

    /// Reads payloads while there is room, and works on each in a task of its own.
    private func feed(_ channel: ResultChannel<Failure>) async {
        await withDiscardingTaskGroup { group in
            var payloads = payloads.makeAsyncIterator()
            var count = 0
            do throws(Failure) {
                while await channel.makeRoom(), let payload = try await payloads.next(isolation: nil) {
                    let number = count
                    count += 1
                    group.addTask { channel.put(await attache.rewrite(payload, asked: request), number: number) }
                }
                channel.end(count: count, failure: nil)
            } catch {
                channel.end(count: count, failure: error)
            }
        }
    }
}

extension Attache {
    /// Works on many payloads side by side.
    ///
    /// At most `concurrency` payloads are under way or wait to be taken; no further one is read meanwhile. A sequence of
    /// payloads must end when its task is cancelled, as those of the standard library do.
    ///
    /// - Parameters:
    ///   - payloads: Payloads, envelopes or contents of `.apns` files, as JSON text.
    ///   - concurrency: Payloads at once, 1 or more.
    ///   - order: In which order results come; with `.completion`, `RewriteResult.identifier` tells them apart.
    ///   - policy: A policy's name, where it differs from the configuration's.
    ///   - network: A network's name, where it differs from the configuration's.
    ///   - deadline: The time for each payload, where it differs from the configuration's.
    /// - Returns: The results, one for each payload. What it throws is what `payloads` throws.
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

    /// Works on many payloads that are strings, side by side.
    ///
    /// - Parameters:
    ///   - payloads: Payloads, envelopes or contents of `.apns` files, as JSON text.
    ///   - concurrency: Payloads at once, 1 or more.
    ///   - order: In which order results come.
    ///   - policy: A policy's name, where it differs from the configuration's.
    ///   - network: A network's name, where it differs from the configuration's.
    ///   - deadline: The time for each payload, where it differs from the configuration's.
    /// - Returns: The results, one for each payload. What it throws is what `payloads` throws.
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

/// In which order results come.
public enum ResultOrder: Sendable, CaseIterable {
    /// That of the payloads: a slow one holds up those behind it.
    case input
    /// Each as soon as it is there.
    case completion
}

/// Payloads that come as strings, as their bytes.
///
/// `AsyncMapSequence` is not `Sendable` on every toolchain, and its failure is not that of its base.
public struct PayloadBytes<Payloads: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Payloads.Element == String {
    /// A payload in UTF-8.
    public typealias Element = [UInt8]
    /// What the strings fail with.
    public typealias Failure = Payloads.Failure

    let payloads: Payloads

    /// Makes the iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(payloads: payloads.makeAsyncIterator()) }

    /// Takes the payloads, one after the other.
    public struct Iterator: AsyncIteratorProtocol {
        var payloads: Payloads.AsyncIterator

        /// The next payload.
        ///
        /// - Parameter actor: Whose turn it is.
        /// - Returns: The payload, or `nil` after the last.
        /// - Throws: What the strings throw.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> [UInt8]? {
            try await payloads.next(isolation: actor).map { Array($0.utf8) }
        }
    }
}
