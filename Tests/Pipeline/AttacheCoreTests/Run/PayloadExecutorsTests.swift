import AttacheSystem
import TestWidth
import Testing

@testable import AttacheCore

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct PayloadExecutorsTests {
    @Test func withoutExecutorsThereIsOneShareAndNoPreference() {
        let executors = PayloadExecutors()
        #expect(executors.count == 1)
        #expect(executors.home == nil)
        #expect(executors.executor(of: "https://example.com/a.png") == nil)
        #expect(executors.index(of: "https://example.com/a.png") == 0)
    }

    @Test func urlKeepsItsExecutor() throws {
        let pools = [try WorkerPool(threadCount: 1), try WorkerPool(threadCount: 1)]
        defer { for pool in pools { pool.shutDown() } }
        let executors = PayloadExecutors(pools)
        let urls = (0..<100).map { "https://example.com/\($0).png" }
        let indices = urls.map(executors.index)
        #expect(urls.map(executors.index) == indices)
        // Of a hundred URLs, all on one executor would be a chance of one in 2^99.
        #expect(Set(indices) == [0, 1])
        for (url, index) in zip(urls, indices) {
            #expect(executors.executor(of: url) as? WorkerPool === pools[index])
        }
    }
}
