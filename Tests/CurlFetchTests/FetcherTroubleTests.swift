import AttacheTesting
import CurlFetch
import Testing

/// What the fetcher says of itself.
@Suite(.timeLimit(.minutes(1)))
struct FetcherTroubleTests {
    @Test func itIsWellUntilItEnds() async {
        let scene = FetchScene()
        #expect(await scene.fetcher.trouble() == nil)
        scene.fetcher.shutDown()
        #expect(await scene.fetcher.trouble() == GoldenMessages["trouble.transfers-ended"])
    }

    @Test func aResolverThatDoesNotStartIsTold() async {
        let fetcher = CurlFetcher(CurlConfiguration(userAgent: "attache/test"), makeResolver: { nil })
        #expect(await fetcher.trouble() == GoldenMessages["trouble.no-resolver"])
        fetcher.shutDown()
    }
}
