/// The executors that payloads are dealt to by their media URL, so that all work on one URL stays on one thread.
package struct PayloadExecutors: Sendable {
    private let executors: [any TaskExecutor]

    /// Deals to these executors; without any, payloads run on the threads of Swift concurrency.
    package init(_ executors: [any TaskExecutor] = []) {
        self.executors = executors
    }

    /// The number of executors, and 1 without any.
    package var count: Int { max(1, executors.count) }

    /// The executor of work that no URL belongs to; `nil` without any.
    package var home: (any TaskExecutor)? { executors.first }

    /// Returns the number of the executor of a URL, 0 to `count` - 1.
    func index(of url: String) -> Int { Self.index(of: url, count: count) }

    /// Deals a URL to one of `count` executors, at least 1.
    package static func index(of url: String, count: Int) -> Int {
        // The standard library's hash has a secret of the process, so that a sender cannot load one executor only.
        count == 1 ? 0 : Int(UInt(bitPattern: url.hashValue) % UInt(count))
    }

    /// Returns the executor of a URL; `nil` without any.
    func executor(of url: String) -> (any TaskExecutor)? {
        executors.isEmpty ? nil : executors[index(of: url)]
    }

    /// Returns the executor of a chunk of work, by its number, 0 or more; `nil` without any.
    func executor(ofChunk number: Int) -> (any TaskExecutor)? {
        executors.isEmpty ? nil : executors[number % executors.count]
    }
}
