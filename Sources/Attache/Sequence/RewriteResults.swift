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
