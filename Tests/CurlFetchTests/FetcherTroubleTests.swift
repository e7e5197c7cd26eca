import CurlFetch
import Testing

/// What the fetcher says of itself.
@Suite(.timeLimit(.minutes(1)))
struct FetcherTroubleTests {
    @Test func itIsWellUntilItEnds() async {
        let scene = FetchScene()
        #expect(await scene.fetcher.healthProblem() == nil)
        scene.fetcher.shutDown()
        #expect(await scene.fetcher.healthProblem() == "The fetcher has been shut down.")
    }

    @Test func aResolverThatDoesNotStartIsTold() async {
        let fetcher = CurlFetcher(CurlConfiguration(userAgent: "attache/test"), makeResolver: { nil })
        #expect(await fetcher.healthProblem() == "The resolver could not be started.")
        fetcher.shutDown()
    }
}
