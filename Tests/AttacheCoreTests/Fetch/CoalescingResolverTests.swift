import AttacheCore
import Testing

/// Names are asked for once, and everybody who waits is told.
@Suite(.timeLimit(.minutes(5)))
struct CoalescingResolverTests {
    /// Keeps what it is asked, until the test answers.
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

    private final class Told {
        var names: [String] = []
    }

    private let resolver = HeldResolver()
    private let told = Told()

    private func ask(_ name: String, as who: String, in lookups: CoalescingResolver) -> Int {
        lookups.start(name) { [told] _ in told.names.append(who) }
    }

    @Test func oneQuestionAnswersEverybodyInOrder() {
        let lookups = CoalescingResolver(resolver)
        for who in ["a", "b", "c"] { _ = ask("x.example", as: who, in: lookups) }
        _ = ask("y.example", as: "d", in: lookups)
        #expect(resolver.asked.map(\.name) == ["x.example", "y.example"])
        resolver.asked[0].answer(.notFound)
        #expect(told.names == ["a", "b", "c"])
    }

    @Test func anAnswerIsNotRemembered() {
        let lookups = CoalescingResolver(resolver)
        resolver.answersAtOnce = true
        for who in ["a", "b"] { _ = ask("x.example", as: who, in: lookups) }
        #expect(resolver.asked.count == 2)
        #expect(told.names == ["a", "b"])
    }

    @Test func onlyTheLastToLeaveEndsTheQuestion() {
        let lookups = CoalescingResolver(resolver)
        let first = ask("x.example", as: "a", in: lookups)
        let second = ask("x.example", as: "b", in: lookups)
        lookups.cancel(first)
        #expect(resolver.cancelled.isEmpty)
        lookups.cancel(second)
        #expect(resolver.cancelled == [0])
        resolver.asked[0].answer(.notFound)
        #expect(told.names.isEmpty)
        _ = ask("x.example", as: "c", in: lookups)
        #expect(resolver.asked.count == 2)
    }

    @Test func whoLeavesIsNotTold() {
        let lookups = CoalescingResolver(resolver)
        let first = ask("x.example", as: "a", in: lookups)
        _ = ask("x.example", as: "b", in: lookups)
        lookups.cancel(first)
        resolver.asked[0].answer(.notFound)
        #expect(told.names == ["b"])
    }
}
