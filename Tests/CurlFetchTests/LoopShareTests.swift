import Testing

@testable import CurlFetch

/// The division of the limits among the loops.
@Suite(.timeLimit(.minutes(5)))
struct LoopShareTests {
    private func configuration(loops: Int, transfers: Int, perHost: Int) -> CurlConfiguration {
        CurlConfiguration(
            userAgent: "attache/test",
            transferLimit: transfers,
            connectionsPerHost: perHost,
            loopCount: loops
        )
    }

    // A loop without a share of a limit could load nothing.
    @Test(arguments: [(2, 64, 8, 2), (2, 64, 2, 2), (2, 64, 1, 1), (2, 1, 8, 1), (4, 64, 3, 3), (0, 64, 8, 1)])
    func everyLoopHasAShare(loops: Int, transfers: Int, perHost: Int, used: Int) {
        #expect(configuration(loops: loops, transfers: transfers, perHost: perHost).usedLoopCount == used)
    }

    @Test(arguments: [(64, 8, 2), (65, 9, 2), (7, 5, 3), (3, 3, 3)])
    func sharesAddUpToTheLimits(transfers: Int, perHost: Int, count: Int) {
        let whole = configuration(loops: count, transfers: transfers, perHost: perHost)
        let shares = (0..<count).map { whole.share($0, of: count) }
        #expect(shares.map(\.transferLimit).reduce(0, +) == transfers)
        #expect(shares.map(\.connectionsPerHost).reduce(0, +) == perHost)
        #expect(shares.allSatisfy { $0.transferLimit > 0 && $0.connectionsPerHost > 0 && $0.keptConnections > 0 })
    }
}
