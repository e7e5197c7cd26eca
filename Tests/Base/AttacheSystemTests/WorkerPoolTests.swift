import AttacheSystem
import Glibc
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct WorkerPoolTests {
    /// Blocks jobs until `count` of them run at the same time.
    private func runTogether(_ count: Int, threadCount: Int) async throws -> Int {
        let pool = try WorkerPool(threadCount: threadCount)
        defer { pool.shutDown() }
        let running = Locked(0)
        let highest = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    await pool.run {
                        let now = running.withLock { value in
                            value += 1
                            return value
                        }
                        highest.withLock { $0 = max($0, now) }
                        while highest.withLock({ $0 }) < min(count, threadCount) {}
                        running.withLock { $0 -= 1 }
                    }
                }
            }
        }
        return highest.withLock { $0 }
    }

    // With too few threads, so many jobs would never run together, and the test would reach its time limit.
    @Test(arguments: [(1, 1), (1, 4), (3, 2), (8, 4), (40, 3)])
    func jobsRunOnAllowedNumberOfThreads(jobCount: Int, threadCount: Int) async throws {
        #expect(try await runTogether(jobCount, threadCount: threadCount) == min(jobCount, threadCount))
    }

    // The task occupies the only thread, so work that needed another thread would never finish.
    @Test func taskOnPoolRunsWorkInline() async throws {
        let pool = try WorkerPool(threadCount: 1)
        defer { pool.shutDown() }
        let other = try WorkerPool(threadCount: 1)
        defer { other.shutDown() }
        let threads = await Task(executorPreference: pool) { @concurrent in
            let own = pthread_self()
            return [await pool.run { pthread_self() } == own, await other.run { pthread_self() } == own]
        }.value
        #expect(threads == [true, false])
    }

    // A thread's identifier is an address in its stack. Stacks of threads that are neither joined nor detached stay until the
    // process ends, so each of them would have an identifier of its own.
    @Test func detachedThreadsReuseStacks() async throws {
        var identifiers: Set<pthread_t> = []
        for _ in 0..<200 {
            let identifier: pthread_t = try await withCheckedThrowingContinuation { continuation in
                do throws(SystemCallError) {
                    try NativeThread.startDetached { continuation.resume(returning: pthread_self()) }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
            identifiers.insert(identifier)
        }
        #expect(identifiers.count < 200)
    }

    @Test func taskPreferringClosedPoolStillRuns() async throws {
        let pool = try WorkerPool(threadCount: 1)
        pool.shutDown()
        let number = await Task(executorPreference: pool) { @concurrent in 7 }.value
        #expect(number == 7)
    }

    @Test func jobsOfOneThreadRunInOrder() async throws {
        let pool = try WorkerPool(threadCount: 1)
        defer { pool.shutDown() }
        let order = Locked<[Int]>([])
        for number in 0..<500 { await pool.run { order.withLock { $0.append(number) } } }
        #expect(order.withLock { $0 } == Array(0..<500))
    }

    @Test func closedPoolRejectsJobs() async throws {
        let pool = try WorkerPool(threadCount: 2)
        let first = await pool.run { 1 }
        pool.shutDown()
        let second = await pool.run { 2 }
        #expect(first == 1)
        #expect(second == nil)
    }
}
