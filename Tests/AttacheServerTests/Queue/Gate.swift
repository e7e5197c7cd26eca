import AttacheSystem

/// Work that ends when the test lets it.
final class Gate: Sendable {
    private let waiting = Locked<[CheckedContinuation<Void, Never>]>([])
    private let names = Locked<[String]>([])

    /// Who came to work, in their order.
    var entered: [String] { names.withLock { $0 } }

    func pass(_ name: String) async {
        await withCheckedContinuation { continuation in
            waiting.withLock { $0.append(continuation) }
            names.withLock { $0.append(name) }
        }
    }

    /// Lets go who came first.
    func open() {
        waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }?.resume()
    }

    func wait(for count: Int) async {
        while entered.count < count { await Task.yield() }
    }
}
