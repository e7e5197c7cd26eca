import AttacheSystem
import AttacheTesting

/// Work that ends when the test opens the gate.
final class Gate: Sendable {
    private let waiting = Locked<[CheckedContinuation<Void, Never>]>([])
    private let names = Locked<[String]>([])

    /// The names of the started work, in order.
    var entered: [String] { names.withLock { $0 } }

    func pass(_ name: String) async {
        await withCheckedContinuation { continuation in
            waiting.withLock { $0.append(continuation) }
            names.withLock { $0.append(name) }
        }
    }

    /// Releases the work that started first.
    func open() {
        waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }?.resume()
    }

    func wait(for count: Int) async {
        while entered.count < count { await pause() }
    }
}
