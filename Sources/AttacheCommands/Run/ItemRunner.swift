import AttacheCore

/// Runs items through the pipeline side by side, with bounded memory: reading stops while the output is slow.
struct ItemRunner {
    /// Items that are worked on at once, at least 1.
    let jobs: Int
    /// Whether results come out in the order of the items.
    let keepsOrder: Bool

    private enum Event: Sendable {
        case read(InputItem?)
        case finished(Int, RewriteResult)
    }

    /// Runs until the items end or the output does.
    ///
    /// - Parameters:
    ///   - next: Gives the next item, or `nil` at the end.
    ///   - process: Works on one item.
    ///   - emit: Takes one result; `false` ends the run.
    func run(
        next: @escaping @Sendable () async -> InputItem?,
        process: @escaping @Sendable (InputItem) async -> RewriteResult,
        emit: (RewriteResult) async -> Bool
    ) async {
        await withTaskGroup(of: Event.self) { group in
            var progress = Progress(window: jobs * 4, keepsOrder: keepsOrder)
            while true {
                // The reader is one more task, so that results go out while the next line is awaited.
                if progress.wantsToRead(jobs: jobs) {
                    progress.isReading = true
                    group.addTask { .read(await next()) }
                }
                guard let event = await group.next() else { return }
                switch event {
                case .read(let item):
                    progress.isReading = false
                    guard let item else {
                        progress.isAtEnd = true
                        continue
                    }
                    let index = progress.start()
                    group.addTask { .finished(index, await process(item)) }
                case .finished(let index, let result):
                    for ready in progress.finish(index, result) {
                        guard await emit(ready) else { return group.cancelAll() }
                    }
                }
            }
        }
    }

    /// What is under way and what waits for its turn to go out.
    private struct Progress {
        let window: Int
        let keepsOrder: Bool
        var isReading = false
        var isAtEnd = false
        private var started = 0
        private var emitted = 0
        private var inFlight = 0
        private var waiting: [Int: RewriteResult] = [:]

        init(window: Int, keepsOrder: Bool) {
            self.window = window
            self.keepsOrder = keepsOrder
        }

        func wantsToRead(jobs: Int) -> Bool {
            !isReading && !isAtEnd && inFlight < jobs && started - emitted < window
        }

        mutating func start() -> Int {
            defer { started += 1 }
            inFlight += 1
            return started
        }

        mutating func finish(_ index: Int, _ result: RewriteResult) -> [RewriteResult] {
            inFlight -= 1
            guard keepsOrder else {
                emitted += 1
                return [result]
            }
            waiting[index] = result
            var ready: [RewriteResult] = []
            while let result = waiting.removeValue(forKey: emitted) {
                ready.append(result)
                emitted += 1
            }
            return ready
        }
    }
}
