import AttacheCore
import AttacheThreads
import Testing

@testable import AttacheCommands

@Suite(.timeLimit(.minutes(1)))
struct ItemRunnerTests {
    private func item(_ number: Int) -> InputItem {
        InputItem(source: "\(number)", content: .bytes([]), arrival: .now)
    }

    private func result(_ item: InputItem) -> RewriteResult {
        Rewriter().reject(item, RejectedPayload(reasons: []), elapsed: .zero)
    }

    /// Runs `count` items whose work ends in an order of its own.
    private func run(_ count: Int, jobs: Int, keepsOrder: Bool, stopAfter limit: Int = .max) async -> [String] {
        let source = Locked(0)
        var emitted: [String] = []
        await ItemRunner(jobs: jobs, keepsOrder: keepsOrder).run(
            next: {
                source.withLock { next in
                    next += 1
                    return next > count ? nil : item(next)
                }
            },
            process: { item in
                // Odd items give way, so that even ones overtake them.
                for _ in 0..<((Int(item.source) ?? 0) % 2 == 1 ? 50 : 0) { await Task.yield() }
                return result(item)
            },
            emit: { result in
                emitted.append(result.source)
                return emitted.count < limit
            }
        )
        return emitted
    }

    @Test(arguments: [1, 2, 7, 64])
    func resultsComeInInputOrder(jobs: Int) async {
        #expect(await run(300, jobs: jobs, keepsOrder: true) == (1...300).map(String.init))
    }

    @Test func withoutOrderNoneIsLost() async {
        #expect(Set(await run(300, jobs: 8, keepsOrder: false)) == Set((1...300).map(String.init)))
    }

    @Test func aClosedOutputEndsTheRun() async {
        #expect(await run(300, jobs: 4, keepsOrder: true, stopAfter: 3) == ["1", "2", "3"])
    }

    @Test func readingStopsWhileTheFirstItemIsSlow() async {
        let source = Locked(0)
        let highest = Locked(0)
        await ItemRunner(jobs: 4, keepsOrder: true).run(
            next: {
                source.withLock { next in
                    next += 1
                    return next > 200 ? nil : item(next)
                }
            },
            process: { item in
                let number = Int(item.source) ?? 0
                if number == 1 { for _ in 0..<2000 { await Task.yield() } }
                highest.withLock { $0 = max($0, number) }
                return result(item)
            },
            emit: { result in
                // Nothing is more than the window ahead of what has gone out.
                #expect(highest.withLock { $0 } <= (Int(result.source) ?? 0) + 16)
                return true
            }
        )
    }
}
