import AttacheSystem

@testable import AttacheCore
@testable import AttachePayload

/// Processes items that are numbers: multiples of a number need media, which the test delivers.
struct ScriptedProcessor: ItemProcessing {
    /// Whether an item needs media.
    var needsMedia: @Sendable (Int) -> Bool = { _ in false }
    /// Waits for an item's media.
    var wait: @Sendable (Int) async -> Void = { _ in }
    /// The items that were started, and those of them that wait.
    let log = Locked((begun: [Int](), waiting: Set<Int>(), mostWaiting: 0))

    func begin(_ item: InputItem) -> BeginResult<InputItem, RewriteResult> {
        let number = Self.number(item)
        let mustWait = needsMedia(number)
        log.withLock { log in
            log.begun.append(number)
            if mustWait { log.waiting.insert(number) }
            log.mostWaiting = max(log.mostWaiting, log.waiting.count)
        }
        return mustWait ? .needsMedia(item) : .finished(Self.result(item))
    }

    func finish(_ item: InputItem) async -> RewriteResult {
        await wait(Self.number(item))
        _ = log.withLock { $0.waiting.remove(Self.number(item)) }
        return Self.result(item)
    }

    var executors: PayloadExecutors { PayloadExecutors() }

    func executor(of item: InputItem) -> (any TaskExecutor)? { nil }

    private static func number(_ item: InputItem) -> Int { item.origin.line ?? Int(item.origin.name) ?? 0 }

    private static func result(_ item: InputItem) -> RewriteResult {
        Rewriter().reject(item, RejectedPayload(reasons: []), elapsed: .zero)
    }
}
