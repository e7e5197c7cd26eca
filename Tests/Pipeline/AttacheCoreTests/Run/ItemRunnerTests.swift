import AttacheCore
import AttacheSystem
import AttacheTesting
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ItemRunnerTests {
    /// Returns items with the numbers from 1 to `count`, several at a time.
    private func units(_ count: Int, by size: Int) -> @Sendable () async -> ItemChunk? {
        let read = Locked(0)
        return {
            read.withLock { read in
                guard read < count else { return nil }
                defer { read = min(count, read + size) }
                guard size > 1 else {
                    return ItemChunk(InputItem(source: "\(read + 1)", content: .bytes([]), arrival: .now))
                }
                let number = min(size, count - read)
                var lines = LineSplitter(limit: 64, lineCount: read)
                lines.append(Array(String(repeating: "x\n", count: number).utf8)[...])
                lines.finish()
                return ItemChunk(lines, count: number, of: "f")
            }
        }
    }

    private func runner(
        jobs: Int = 4,
        workers: Int = 2,
        keepsOrder: Bool = true,
        _ processor: ScriptedProcessor
    ) -> ItemRunner<ScriptedProcessor, NumberBatch> {
        ItemRunner(
            limits: RunnerLimits(jobs: jobs, workers: workers),
            keepsOrder: keepsOrder,
            processor: processor,
            time: SystemTime(),
            makeBatch: { NumberBatch() }
        )
    }

    /// Runs on threads of its own, so that a task that yields waits for tasks of this run and not for other tests.
    private func run(
        _ runner: ItemRunner<ScriptedProcessor, NumberBatch>,
        _ next: @escaping @Sendable () async -> ItemChunk?,
        _ emit: @escaping @Sendable (NumberBatch) async -> Bool
    ) async throws -> Bool {
        let executor = try IdleTrackingExecutor()
        defer { executor.shutDown() }
        let task = Task(executorPreference: executor) { @concurrent in await runner.run(next: next, emit: emit) }
        return await task.value
    }

    /// Odd items need media and wait, so that even ones overtake them.
    private static let oddOnesWait = ScriptedProcessor(
        needsMedia: { $0 % 2 == 1 },
        wait: { _ in for _ in 0..<50 { await Task.yield() } }
    )

    @Test(arguments: [1, 2, 7, 64], [1, 2, 100])
    func resultsAreInInputOrder(jobs: Int, size: Int) async throws {
        let emitted = Locked<[Int]>([])
        let hasLeft = try await run(runner(jobs: jobs, Self.oddOnesWait), units(300, by: size)) { batch in
            emitted.withLock { $0 += batch.numbers }
            return true
        }
        #expect(emitted.withLock { $0 } == Array(1...300))
        #expect(!hasLeft)
    }

    @Test(arguments: [1, 100])
    func noResultIsLostWithoutOrder(size: Int) async throws {
        let emitted = Locked<[Int]>([])
        _ = try await run(runner(jobs: 8, keepsOrder: false, Self.oddOnesWait), units(300, by: size)) { batch in
            emitted.withLock { $0 += batch.numbers }
            return true
        }
        #expect(emitted.withLock { $0 }.sorted() == Array(1...300))
    }

    @Test(arguments: [1, 2, 100])
    func closedOutputEndsRun(size: Int) async throws {
        let emitted = Locked<[Int]>([])
        _ = try await run(runner(Self.oddOnesWait), units(10_000, by: size)) { batch in
            emitted.withLock { $0 += batch.numbers }
            return false
        }
        let numbers = emitted.withLock { $0 }
        #expect(numbers == Array(1...numbers.count))
        #expect(numbers.count < 10_000)
    }

    @Test(arguments: [1, 3, 16], [1, 2, 100])
    func waitingItemsAreLimitedToJobs(jobs: Int, size: Int) async {
        var processor = ScriptedProcessor(needsMedia: { _ in true })
        let log = processor.log
        // The first items wait for the maximum number; a run that admits fewer never ends.
        processor.wait = { _ in while log.withLock({ $0.mostWaiting }) < jobs { await pause() } }
        _ = await runner(jobs: jobs, workers: 3, processor).run(next: units(200, by: size)) { _ in true }
        #expect(log.withLock { $0.mostWaiting } == jobs)
    }

    @Test(arguments: [(1, 16), (10, 80)])
    func readingStopsWhileFirstItemWaits(size: Int, window: Int) async throws {
        let gate = Gatekeeper()
        let processor = ScriptedProcessor(needsMedia: { $0 == 1 }, wait: { _ in await gate.wait() })
        let executor = try IdleTrackingExecutor()
        defer { executor.shutDown() }
        let (runner, next) = (runner(processor), units(600, by: size))
        let run = Task(executorPreference: executor) { @concurrent in await runner.run(next: next) { _ in true } }
        // Sixteen items, or eight units; when the runner is idle, the first is released.
        while processor.log.withLock({ $0.begun.count }) < window { await pause() }
        await executor.waitUntilIdle()
        let begun = processor.log.withLock { $0.begun.count }
        await gate.open()
        _ = await run.value
        // Items already in progress may be beyond it.
        #expect(begun <= window + 3 * size)
        #expect(processor.log.withLock { $0.begun.count } == 600)
    }

    @Test func finishedResultsAreWrittenBeforeRestOfUnit() async {
        let gate = Gatekeeper()
        let processor = ScriptedProcessor(needsMedia: { $0 == 3 }, wait: { _ in await gate.wait() })
        let emitted = Locked<[Int]>([])
        _ = await runner(processor).run(next: units(5, by: 5)) { batch in
            if batch.numbers == [1, 2] { await gate.open() }
            emitted.withLock { $0 += batch.numbers }
            return true
        }
        #expect(emitted.withLock { $0 } == [1, 2, 3, 4, 5])
    }

    @Test func readingContinuesDuringSlowOutputUntilWindowIsFull() async throws {
        let gate = Gatekeeper()
        let processor = ScriptedProcessor()
        let executor = try IdleTrackingExecutor()
        defer { executor.shutDown() }
        let (runner, next) = (runner(processor), units(600, by: 10))
        let run = Task(executorPreference: executor) { @concurrent in
            await runner.run(next: next) { _ in
                await gate.wait()
                return true
            }
        }
        while processor.log.withLock({ $0.begun.count }) < 80 { await pause() }
        await executor.waitUntilIdle()
        let begun = processor.log.withLock { $0.begun.count }
        await gate.open()
        _ = await run.value
        #expect(begun <= 110)
    }

    /// Such as buffers of blank lines.
    @Test func chunkWithoutItemsDoesNotEndRunWhoseReadingIsHeld() async {
        let read = Locked(0)
        let emitted = Locked<[Int]>([])
        _ = await runner(ScriptedProcessor()).run(
            next: {
                let number = read.withLock { read in
                    read += 1
                    return read
                }
                guard number <= 3 else { return nil }
                let item = InputItem(source: "\(number)", content: .bytes([]), arrival: .now)
                return ItemChunk(number == 2 ? [] : [item])
            },
            holdsReading: { true },
            emit: { batch in
                emitted.withLock { $0 += batch.numbers }
                return true
            }
        )
        #expect(emitted.withLock { $0 } == [1, 3])
    }

    @Test func smallGroupWaitsUntilItsDelayExpires() async {
        let clock = ManualClock()
        let gate = Gatekeeper()
        let read = Locked(0)
        let runner = ItemRunner(
            limits: RunnerLimits(jobs: 4, workers: 2, groupSize: 3, groupDelay: .milliseconds(10)),
            keepsOrder: false,
            processor: ScriptedProcessor(),
            time: clock,
            makeBatch: { NumberBatch() }
        )
        let emitted = Locked<[[Int]]>([])
        async let run: Bool = runner.run(
            next: {
                let number = read.withLock { read in
                    read += 1
                    return read
                }
                // The third arrives after the first two were written.
                if number == 3 { await gate.wait() }
                return number > 3 ? nil : ItemChunk(InputItem(source: "\(number)", content: .bytes([]), arrival: .now))
            },
            emit: { batch in
                emitted.withLock { $0.append(batch.numbers) }
                await gate.open()
                return true
            }
        )
        await clock.waitForSleepers(1)
        while read.withLock({ $0 }) < 3 { await pause() }
        clock.advance(by: .milliseconds(9))
        #expect(clock.sleeperCount == 1)
        #expect(emitted.withLock { $0 }.isEmpty)
        clock.advance(by: .milliseconds(1))
        // The end waits for nothing.
        #expect(await !run)
        #expect(emitted.withLock { $0 } == [[1, 2], [3]])
    }

    @Test(arguments: [true, false])
    func stopLeavesItemsThatHaveNotStarted(keepsOrder: Bool) async {
        let gate = Gatekeeper()
        let isStopping = Locked(false)
        let processor = ScriptedProcessor(needsMedia: { $0 % 3 == 0 }, wait: { _ in await gate.wait() })
        let emitted = Locked<[Int]>([])
        let hasLeft = await runner(jobs: 2, keepsOrder: keepsOrder, processor).run(
            next: units(1000, by: 10),
            isStopping: { isStopping.withLock { $0 } },
            emit: { batch in
                isStopping.withLock { $0 = true }
                await gate.open()
                emitted.withLock { $0 += batch.numbers }
                return true
            }
        )
        let numbers = emitted.withLock { $0 }
        #expect(hasLeft)
        #expect(numbers.count < 1000)
        if keepsOrder {
            #expect(numbers == Array(1...numbers.count))
        } else {
            #expect(numbers.sorted() == processor.log.withLock { $0.begun.sorted() })
        }
    }
}
