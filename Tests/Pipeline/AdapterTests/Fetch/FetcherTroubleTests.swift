import AttacheTesting
import CurlFetch
import TestWidth
import Testing

/// Health of the fetcher.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct FetcherTroubleTests {
    @Test func fetcherIsHealthyUntilShutdown() async {
        let scene = FetchScene()
        #expect(await scene.fetcher.healthProblem() == nil)
        scene.fetcher.shutDown()
        #expect(await scene.fetcher.healthProblem() == GoldenMessages["trouble.transfers-ended"])
    }

    @Test func resolverStartFailureIsReported() async {
        let fetcher = CurlFetcher(CurlConfiguration(userAgent: "attache/test"), makeResolver: { nil })
        #expect(await fetcher.healthProblem() == GoldenMessages["trouble.no-resolver"])
        fetcher.shutDown()
    }
}
