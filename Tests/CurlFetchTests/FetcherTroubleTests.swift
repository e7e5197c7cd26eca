import CurlFetch
import Testing

/// What the fetcher says of itself.
@Suite(.timeLimit(.minutes(1)))
struct FetcherTroubleTests {
    @Test func itIsWellUntilItEnds() async {
        let scene = FetchScene()
        #expect(await scene.fetcher.trouble() == nil)
        scene.fetcher.shutDown()
        #expect(await scene.fetcher.trouble() == "Transfers have ended.")
    }

    @Test func aResolverThatDoesNotStartIsTold() async {
        let fetcher = CurlFetcher(CurlConfiguration(userAgent: "attache/test"), makeResolver: { nil })
        #expect(await fetcher.trouble() == "The resolver could not be started.")
        fetcher.shutDown()
    }
}
