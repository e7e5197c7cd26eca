package import AttacheSystem

/// Accepts connections, starts a thread for each, and joins the threads.
package struct AcceptLoop: Sendable {
    private static let retryInterval: Duration = .milliseconds(5)

    let listener: LoopbackSocket
    let stop: StopSignal
    let connectionLimit: Int

    /// Creates a loop that ends with the signal `stop`, as the bodies must; `connectionLimit` is the limit of threads,
    /// at least 1.
    package init(listener: LoopbackSocket, stop: StopSignal, connectionLimit: Int) {
        self.listener = listener
        self.stop = stop
        self.connectionLimit = max(1, connectionLimit)
    }

    /// Accepts until the signal is raised, then joins the remaining threads. `body` serves one connection on its own
    /// thread; it takes the socket and the connection's number, counted from 0.
    package func run(_ body: @escaping @Sendable (LoopbackSocket, Int) -> Void) {
        let finished = Locked<[Int]>([])
        var threads: [Int: NativeThread] = [:]
        var number = 0
        while true {
            for done in finished.withLock({ $0 }) {
                guard let thread = threads.removeValue(forKey: done) else { continue }
                thread.join()
                finished.withLock { $0.removeAll { $0 == done } }
            }
            if threads.count >= connectionLimit {
                guard pause() else { break }
                continue
            }
            guard listener.wait(for: .receiving, until: nil, stop: stop) == .ready else { break }
            guard let socket = listener.accept(), let thread = serve(socket, number, body, finished) else {
                guard pause() else { break }
                continue
            }
            threads[number] = thread
            number += 1
        }
        for thread in threads.values { thread.join() }
    }

    private func serve(
        _ socket: LoopbackSocket,
        _ number: Int,
        _ body: @escaping @Sendable (LoopbackSocket, Int) -> Void,
        _ finished: Locked<[Int]>
    ) -> NativeThread? {
        try? NativeThread {
            body(socket, number)
            finished.withLock { $0.append(number) }
        }
    }

    /// Waits for the retry interval; returns `false` when the loop must end.
    private func pause() -> Bool {
        listener.wait(for: .closing, until: .now + Self.retryInterval, stop: stop) != .stopped
    }
}
