import AttacheCore
import AttacheTesting
import Glibc
import TestWidth
import Testing

@testable import Attache

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct NameLookupsTests {
    private let resolver = ScriptedResolver()
    private let answer = ResolveResult.addresses([.v4(0x0808_0808)])

    private func lookups(limit: Int = 2, timeout: Duration = .seconds(600)) -> NameLookups {
        NameLookups(resolver: resolver, limit: limit, timeout: timeout)
    }

    private func finish(_ lookups: NameLookups, _ waiting: [NameLookup]) {
        while waiting.contains(where: { $0.result == nil }) { _ = lookups.wait(orReadable: []) }
    }

    @Test func concurrentLookupsAreBounded() {
        let names = (0..<50).map { "h\($0).example" }
        for name in names { resolver.prompt[name] = answer }
        let lookups = lookups(limit: 3)
        let waiting = names.map(lookups.lookup)
        #expect(resolver.asked == Array(names.prefix(3)))
        finish(lookups, waiting)
        #expect(resolver.largestCount == 3)
        #expect(resolver.asked == names)
        #expect(waiting.allSatisfy { $0.result == answer })
    }

    @Test func eachNameIsLookedUpOnce() {
        resolver.prompt["h.example"] = answer
        let lookups = lookups()
        let first = lookups.lookup("h.example")
        #expect(lookups.lookup("h.example") === first)
        finish(lookups, [first])
        #expect(lookups.lookup("h.example").result == answer)
        #expect(resolver.asked == ["h.example"])
    }

    @Test func hostsFileAnswersImmediately() {
        resolver.immediate["h.example"] = answer
        let lookups = lookups(limit: 1)
        #expect(lookups.lookup("h.example").result == answer)
        // It does not occupy a slot that another lookup needs.
        _ = lookups.lookup("other.example")
        #expect(resolver.asked == ["h.example", "other.example"])
    }

    @Test func unansweredLookupTimesOut() {
        resolver.prompt["good.example"] = answer
        let lookups = lookups(limit: 1, timeout: .milliseconds(50))
        let start = ContinuousClock.now
        let waiting = ["silent.example", "good.example"].map(lookups.lookup)
        finish(lookups, waiting)
        #expect(waiting[0].result == .failed(detail: GoldenMessages["lookup.silence"]))
        #expect(waiting[1].result == answer)
        #expect(resolver.cancelled == ["silent.example"])
        #expect(start.duration(to: .now) >= .milliseconds(50))
    }

    @Test func memoryIsBounded() {
        let names = (0..<4097).map { "h\($0).example" }
        for name in names { resolver.immediate[name] = answer }
        let lookups = lookups()
        for name in names { _ = lookups.lookup(name) }
        _ = lookups.lookup(names[0])
        #expect(resolver.asked.count == 4098)
    }

    @Test func withoutResolverEveryLookupReportsIt() {
        let lookups = NameLookups(resolver: nil, limit: 1, timeout: .seconds(1))
        #expect(lookups.lookup("h.example").result == .failed(detail: GoldenMessages["lookup.no-resolver"]))
    }

    @Test func otherDescriptorEndsWait() throws {
        var ends: [Int32] = [-1, -1]
        let made = unsafe pipe(&ends)
        #expect(made == 0)
        close(ends[1])
        defer { close(ends[0]) }
        let lookups = lookups()
        _ = lookups.lookup("silent.example")
        #expect(lookups.wait(orReadable: [ends[0]]) == [ends[0]])
    }
}
