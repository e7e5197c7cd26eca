/// Limits the number of concurrent services: a hundred that start together starve each other and their tests.
actor ServiceTurns {
    private static let shared = ServiceTurns(limit: 6)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    private init(limit: Int) {
        free = limit
    }

    /// Runs `body` as soon as a permit is free.
    ///
    /// - Parameter body: Starts the service, and stops it.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    static func take<Value>(_ body: () async throws -> Value) async throws -> Value {
        await shared.enter()
        do {
            let value = try await body()
            await shared.leave()
            return value
        } catch {
            await shared.leave()
            throw error
        }
    }

    private func enter() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func leave() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
