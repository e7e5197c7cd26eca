import AttacheThreads

/// Work that ends when the test lets it.
final class Gate: Sendable {
    private let waiting = Locked<[CheckedContinuation<Void, Never>]>([])
    /// Who came to work, in their order.
    let entered = Locked<[String]>([])

    func pass(_ name: String) async {
        await withCheckedContinuation { continuation in
            waiting.withLock { $0.append(continuation) }
            entered.withLock { $0.append(name) }
        }
    }

    /// Lets go who came first.
    func open() {
        waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }?.resume()
    }

    func wait(for count: Int) async {
        while entered.withLock({ $0.count }) < count { await Task.yield() }
    }
}
