import AttacheSystem

/// The requests in progress, for a display of what is waited for.
package final class LoadWatch: Sendable {
    /// One request in progress.
    package struct Load: Sendable, Equatable {
        /// The URL without its query.
        package let url: String
        /// The start of the first request under the same deadline, such as that of a redirect.
        package let began: ContinuousClock.Instant
        package let deadline: ContinuousClock.Instant
        /// The bytes of body so far.
        package var byteCount = 0

        package init(url: String, began: ContinuousClock.Instant, deadline: ContinuousClock.Instant) {
            self.url = url
            self.began = began
            self.deadline = deadline
        }
    }

    private struct State {
        var loads: [Int: Load] = [:]
        var count = 0
        var last: (deadline: ContinuousClock.Instant, began: ContinuousClock.Instant)?
    }

    private let state = Locked(State())
    private let onIdle: @Sendable () -> Void

    /// Creates a watch; `onIdle` is called when the last request ends, before anything follows from it.
    package init(onIdle: @escaping @Sendable () -> Void = {}) {
        self.onIdle = onIdle
    }

    /// The oldest request in progress, and the number of others.
    package var current: (load: Load, otherCount: Int)? {
        state.withLock { state in
            state.loads.min { $0.key < $1.key }.map { ($0.value, state.loads.count - 1) }
        }
    }

    fileprivate func begin(_ request: FetchRequest) -> Int {
        let now = ContinuousClock.now
        return state.withLock { state in
            let deadline = request.deadline.instant
            let began = state.last.flatMap { $0.deadline == deadline ? $0.began : nil } ?? now
            state.last = (deadline, began)
            state.count += 1
            state.loads[state.count] = Load(url: request.url.redactedText, began: began, deadline: deadline)
            return state.count
        }
    }

    fileprivate func add(_ byteCount: Int, to number: Int) {
        state.withLock { $0.loads[number]?.byteCount += byteCount }
    }

    fileprivate func end(_ number: Int) {
        let isIdle = state.withLock { state in
            state.loads[number] = nil
            return state.loads.isEmpty
        }
        if isIdle { onIdle() }
    }
}

/// Reports the requests of the wrapped fetcher to a watch.
package struct WatchedFetcher: MediaFetching {
    private let base: any MediaFetching
    private let watch: LoadWatch

    package init(_ base: any MediaFetching, _ watch: LoadWatch) {
        self.base = base
        self.watch = watch
    }

    package func fetch(_ request: FetchRequest, into receiver: any ResponseReceiving) async -> FetchResult {
        let number = watch.begin(request)
        defer { watch.end(number) }
        return await base.fetch(request, into: WatchedReceiver(receiver) { watch.add($0, to: number) })
    }
}

/// Counts the bytes that pass to the wrapped receiver.
private final class WatchedReceiver: ResponseReceiving {
    private let base: any ResponseReceiving
    private let count: @Sendable (Int) -> Void

    init(_ base: any ResponseReceiving, count: @escaping @Sendable (Int) -> Void) {
        self.base = base
        self.count = count
    }

    func receive(head: ResponseHead) -> TransferDecision { base.receive(head: head) }

    func receive(body bytes: Span<UInt8>) -> TransferDecision {
        count(bytes.count)
        return base.receive(body: bytes)
    }
}
