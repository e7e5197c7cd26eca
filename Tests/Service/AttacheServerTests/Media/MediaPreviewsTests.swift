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

    @Test("Beyond the limit the oldest files of a client are forgotten, and none of another")
    func limit() {
        let previews = MediaPreviews()
        previews.allow(["theirs"], for: two, at: start)
        previews.allow((0..<MediaPreviews.countLimit).map { "\($0)" }, for: one, at: start)
        #expect(previews.allows("0", for: one, at: start))
        previews.allow(["last"], for: one, at: start)
        #expect(!previews.allows("0", for: one, at: start))
        #expect(previews.allows("1", for: one, at: start))
        #expect(previews.allows("last", for: one, at: start) && previews.allows("theirs", for: two, at: start))
    }

    @Test("A file that is asked for again and again is one file")
    func renewals() {
        let previews = MediaPreviews()
        previews.allow(["first"], for: one, at: start)
        for _ in 0..<2 * MediaPreviews.countLimit { previews.allow(["again"], for: one, at: start) }
        #expect(previews.allows("first", for: one, at: start) && previews.allows("again", for: one, at: start))
    }

    @Test("Of too many clients the one that asked first is forgotten")
    func manyClients() {
        let previews = MediaPreviews()
        for number in 0...MediaPreviews.clientLimit {
            previews.allow(["a"], for: Client(name: "\(number)"), at: start + .milliseconds(number))
        }
        #expect(!previews.allows("a", for: Client(name: "0"), at: start))
        #expect(previews.allows("a", for: Client(name: "1"), at: start))
    }
}
