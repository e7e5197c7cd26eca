import TestWidth
import Testing

@testable import AttacheServer

@Suite("Previews of media", .inProcess, .timeLimit(.minutes(1)))
struct MediaPreviewsTests {
    private let start = ContinuousClock.now
    private let one = Client(name: "one")
    private let two = Client(name: "two")

    @Test("A preview belongs to its client and ends")
    func lifetime() {
        let previews = MediaPreviews()
        previews.allow(["a"], for: one, at: start)
        let end = start + MediaPreviews.lifetime
        #expect(previews.allows("a", for: one, at: start))
        #expect(previews.allows("a", for: one, at: end - .nanoseconds(1)))
        #expect(!previews.allows("a", for: one, at: end))
        #expect(!previews.allows("a", for: two, at: start))
        #expect(!previews.allows("b", for: one, at: start))
    }

    @Test("A renewed preview outlives its first end")
    func renewal() {
        let previews = MediaPreviews()
        previews.allow(["a"], for: one, at: start)
        previews.allow(["a"], for: one, at: start + .seconds(1))
        previews.allow([], for: two, at: start + MediaPreviews.lifetime)
        #expect(previews.allows("a", for: one, at: start + MediaPreviews.lifetime))
        #expect(!previews.allows("a", for: one, at: start + MediaPreviews.lifetime + .seconds(1)))
    }

    @Test("Beyond the limit the oldest are forgotten")
    func limit() {
        let previews = MediaPreviews()
        previews.allow((0..<MediaPreviews.countLimit).map { "\($0)" }, for: one, at: start)
        #expect(previews.allows("0", for: one, at: start))
        previews.allow(["last"], for: two, at: start)
        #expect(!previews.allows("0", for: one, at: start))
        #expect(previews.allows("1", for: one, at: start))
        #expect(previews.allows("last", for: two, at: start))
    }
}
