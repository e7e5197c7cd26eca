import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttachePayload

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct APSReaderTests {
    private func read(_ text: String) throws -> (aps: APSDictionary, findings: [Reason]) {
        APSReader.read(try JSONDocument(parsing: Array(text.utf8)).root)
    }

    @Test func alertAsAString() throws {
        let aps = try read(#"{"alert":"Hello"}"#).aps
        #expect(aps.body == "Hello")
        #expect(aps.hasVisibleAlert)
    }

    @Test(arguments: [
        (#"{"alert":{"title":"t"}}"#, true), (#"{"alert":{"subtitle":"s"}}"#, true),
        (#"{"alert":{"body":"b"}}"#, true), (#"{"alert":{"loc-key":"K"}}"#, true),
        (#"{"alert":{"title":""}}"#, false), (#"{"alert":""}"#, false), (#"{"alert":{}}"#, false),
        (#"{"alert":7}"#, false), (#"{"alert":{"title":7}}"#, false), (#"{"sound":"default"}"#, false),
    ])
    func visibility(_ text: String, isVisible: Bool) throws {
        #expect(try read(text).aps.hasVisibleAlert == isVisible)
    }

    @Test(arguments: [
        ("{}", APSDictionary.MutableContent.absent), (#"{"mutable-content":1}"#, .on),
        (#"{"mutable-content":2}"#, .on), (#"{"mutable-content":1.0}"#, .on), (#"{"mutable-content":true}"#, .on),
        (#"{"mutable-content":0}"#, .off), (#"{"mutable-content":0.9}"#, .off), (#"{"mutable-content":-1}"#, .off),
        (#"{"mutable-content":false}"#, .off), (#"{"mutable-content":"1"}"#, .onByUnusualValue),
        (#"{"mutable-content":"true"}"#, .onByUnusualValue), (#"{"mutable-content":{}}"#, .onByUnusualValue),
    ])
    func mutableContent(_ text: String, reads expected: APSDictionary.MutableContent) throws {
        #expect(try read(text).aps.mutableContent == expected)
    }

    @Test(arguments: [
        (#"{"badge":3}"#, 3), (#"{"badge":0}"#, 0), (#"{"badge":-2}"#, 0), (#"{"badge":2.9}"#, 2),
        (#"{"badge":1e300}"#, 0),
    ])
    func badge(_ text: String, is expected: Int) throws {
        #expect(try read(text).aps.badge == expected)
    }

    @Test(arguments: [
        (#"{"sound":"ping.caf"}"#, APSDictionary.Sound(name: "ping.caf", isCritical: false, volume: nil)),
        (#"{"sound":{"critical":1,"volume":2}}"#, APSDictionary.Sound(name: "default", isCritical: true, volume: 1)),
        (#"{"sound":{"name":"a","volume":-1}}"#, APSDictionary.Sound(name: "a", isCritical: false, volume: 0)),
    ])
    func sound(_ text: String, is expected: APSDictionary.Sound) throws {
        #expect(try read(text).aps.sound == expected)
    }

    @Test(arguments: [
        (#"{"interruption-level":"time-sensitive"}"#, "time-sensitive", 0),
        (#"{"interruption-level":"Critical"}"#, "active", 1), (#"{"interruption-level":3}"#, "active", 1),
    ])
    func interruptionLevel(_ text: String, is expected: String, warnings: Int) throws {
        let reading = try read(text)
        #expect(reading.aps.interruptionLevel == expected)
        #expect(reading.findings.count == warnings)
    }

    @Test(arguments: [
        (#"{"relevance-score":0.5}"#, 0.5), (#"{"relevance-score":7}"#, 1), (#"{"relevance-score":-1}"#, 0),
    ])
    func relevanceScore(_ text: String, is expected: Double) throws {
        #expect(try read(text).aps.relevanceScore == expected)
    }

    @Test func wrongTypesAreNamed() throws {
        let reading = try read(#"{"alert":{"title":1},"badge":"3","thread-id":[],"category":{}}"#)
        #expect(reading.findings.map(\.code) == Array(repeating: .payloadIgnoredValue, count: 4))
        #expect(reading.findings[0].message.contains("aps.alert.title"))
        #expect(reading.aps == APSDictionary())
    }
}
