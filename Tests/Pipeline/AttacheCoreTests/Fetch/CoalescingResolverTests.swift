import AttacheCore
import TestWidth
import Testing

/// Concurrent lookups of a name share one query, and every caller is notified.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct CoalescingResolverTests {
    /// Records its lookups until the test answers.
    private final class HeldResolver: NameResolving {
        var asked: [(name: String, token: Int, answer: (ResolveResult) -> Void)] = []
        var cancelled: [Int] = []
        var answersAtOnce = false

        func start(_ name: String, completion: @escaping (ResolveResult) -> Void) -> Int {
            asked.append((name, asked.count, completion))
            if answersAtOnce { completion(.notFound) }
            return asked.count - 1
        }

        func cancel(_ token: Int) { cancelled.append(token) }
        var descriptors: [(descriptor: Int32, readable: Bool, writable: Bool)] { [] }
        var timeout: Duration? { nil }
        func process(ready: [(descriptor: Int32, readable: Bool, writable: Bool)]) {}
        func shutDown() {}
    }

    private final class Notified {
        var names: [String] = []
    }

    private let resolver = HeldResolver()
    private let notified = Notified()

    private func ask(_ name: String, as caller: String, in lookups: CoalescingResolver) -> Int {
        lookups.start(name) { [notified] _ in notified.names.append(caller) }
    }

    @Test func oneQueryAnswersEveryCallerInOrder() {
        let lookups = CoalescingResolver(resolver)
        for caller in ["a", "b", "c"] { _ = ask("x.example", as: caller, in: lookups) }
        _ = ask("y.example", as: "d", in: lookups)
        #expect(resolver.asked.map(\.name) == ["x.example", "y.example"])
        resolver.asked[0].answer(.notFound)
        #expect(notified.names == ["a", "b", "c"])
    }

    @Test func answerIsNotCached() {
        let lookups = CoalescingResolver(resolver)
        resolver.answersAtOnce = true
        for caller in ["a", "b"] { _ = ask("x.example", as: caller, in: lookups) }
        #expect(resolver.asked.count == 2)
        #expect(notified.names == ["a", "b"])
    }

    @Test func onlyLastCancellationEndsQuery() {
        let lookups = CoalescingResolver(resolver)
        let first = ask("x.example", as: "a", in: lookups)
        let second = ask("x.example", as: "b", in: lookups)
        lookups.cancel(first)
        #expect(resolver.cancelled.isEmpty)
        lookups.cancel(second)
        #expect(resolver.cancelled == [0])
        resolver.asked[0].answer(.notFound)
        #expect(notified.names.isEmpty)
        _ = ask("x.example", as: "c", in: lookups)
        #expect(resolver.asked.count == 2)
    }

    @Test func cancelledCallerIsNotNotified() {
        let lookups = CoalescingResolver(resolver)
        let first = ask("x.example", as: "a", in: lookups)
        _ = ask("x.example", as: "b", in: lookups)
        lookups.cancel(first)
        resolver.asked[0].answer(.notFound)
        #expect(notified.names == ["b"])
    }
}
