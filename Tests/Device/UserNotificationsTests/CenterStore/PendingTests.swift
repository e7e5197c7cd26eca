import AttacheTesting
import Foundation
import NotificationCategories
import TestWidth
import Testing

@testable import NotificationCenterStore

@Suite("Pending notifications", .inProcess, .timeLimit(.minutes(1)))
struct PendingTests {
    private let scratch: ScratchCenter

    init() throws {
        scratch = try ScratchCenter()
    }

    @Test("A time interval: not a millisecond early, once, and with its files", arguments: ScratchCenter.Kind.allCases)
    func interval(kind: ScratchCenter.Kind) throws {
        let store = try scratch.open(kind)
        let attachment = try scratch.file()
        let later = request("a", trigger: .interval(seconds: 10, repeats: false)) {
            $0.badge = 2
            $0.attachments = [attachment]
        }
        #expect(try store.add(later, at: 1000).outcome == .pending)
        #expect(try store.pending().map(\.due) == [11_000])
        #expect(try store.nextDue() == 11_000)
        #expect(try store.deliverDue(at: 10_999).isEmpty)
        #expect(try store.badge() == 0)
        let delivered = try store.deliverDue(at: 20_000)
        #expect(delivered.map(\.time) == [11_000])
        #expect(try store.delivered() == delivered)
        #expect(try store.pending().isEmpty)
        #expect(try store.badge() == 2)
        #expect(scratch.files.count == 1)
        #expect(try store.deliverDue(at: 90_000).isEmpty)
        try store.removeDelivered()
        #expect(scratch.files.isEmpty)
    }

    @Test("A denied app delivers nothing that is due")
    func denied() throws {
        let store = try scratch.open()
        _ = try store.add(request("a", trigger: .interval(seconds: 1, repeats: false)) { $0.badge = 2 }, at: 0)
        var settings = try store.settings()
        settings.authorization = .denied
        try store.setSettings(settings)
        #expect(try store.deliverDue(at: 5000).isEmpty)
        #expect(try store.delivered().isEmpty)
        #expect(try store.pending().isEmpty)
        #expect(try store.badge() == 0)
    }

    @Test("A repeating one stays pending; missed deliveries are one, and its file stays with it")
    func repeating() throws {
        let store = try scratch.open()
        let attachment = try scratch.file()
        let often = request("a", trigger: .interval(seconds: 60, repeats: true)) {
            $0.attachments = [attachment]
        }
        _ = try store.add(often, at: 0)
        #expect(try store.deliverDue(at: 60_000).map(\.time) == [60_000])
        #expect(try store.pending().map(\.due) == [120_000])
        #expect(try store.deliverDue(at: 310_000).map(\.alertCount) == [2])
        #expect(try store.pending().map(\.due) == [360_000])
        try store.removeDelivered()
        #expect(scratch.files.count == 1)
        #expect(try store.removePending(["a"]) == 1)
        #expect(scratch.files.isEmpty)
    }

    @Test("The same identifier replaces the pending request, and due ones come in the order of their times")
    func order() throws {
        let store = try scratch.open()
        for (name, seconds) in [("a", 5), ("b", 3), ("c", 4), ("a", 2)] {
            _ = try store.add(request(name, trigger: .interval(seconds: Double(seconds), repeats: false)), at: 0)
        }
        #expect(try store.pending().count == 3)
        #expect(try store.deliverDue(at: 4000).map(\.identifier) == ["a", "b", "c"])
    }

    @Test("Two openings deliver what is due once")
    func once() async throws {
        let stores = [try scratch.open(), try scratch.open()]
        for number in 0..<50 {
            _ = try stores[0].add(request("\(number)", trigger: .interval(seconds: 0.001, repeats: false)), at: 0)
        }
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for store in stores { group.addTask { try store.deliverDue(at: 10).count } }
            return try await group.reduce(into: 0) { $0 += $1 }
        }
        #expect(counts == 50)
        #expect(try stores[1].delivered().allSatisfy { $0.alertCount == 1 })
    }

    @Test("An interval without end is never due", arguments: [1e300, Double.infinity, Double.nan, 1e12])
    func hugeInterval(seconds: Double) throws {
        let store = try scratch.open()
        let trigger = CenterTrigger.interval(seconds: seconds, repeats: true)
        _ = try store.add(request("a", trigger: trigger), at: UTCTime.now)
        #expect(try store.deliverDue(at: UTCTime.now + 1000).isEmpty)
    }
}

@Suite("Search for dates", .inProcess, .timeLimit(.minutes(1)))
struct DateSearchTests {
    /// Local times in Seoul, and in New York, whose clocks skip 2 o'clock on 8 March and repeat 1 o'clock on 1 November 2026.
    @Test(
        "The next date is the first that matches, with a skipped time taken later and a missing day left out",
        arguments: [
            ("Asia/Seoul", ["hour": 8], "2026-03-07T23:00Z"), ("Asia/Seoul", ["minute": 15], "2026-03-07T12:15Z"),
            ("Asia/Seoul", ["day": 31], "2026-03-30T15:00Z"),
            ("Asia/Seoul", ["month": 2, "day": 29], "2028-02-28T15:00Z"),
            ("Asia/Seoul", ["year": 2031, "month": 5, "day": 6, "hour": 7], "2031-05-05T22:00Z"),
            ("Asia/Seoul", ["weekday": 2, "hour": 9], "2026-03-09T00:00Z"),
            ("America/New_York", ["hour": 2, "minute": 30], "2026-03-08T07:00Z"),
            ("America/New_York", ["day": 8, "hour": 2, "minute": 30], "2026-03-08T07:00Z"),
            ("America/New_York", ["month": 11, "hour": 1, "minute": 30], "2026-11-01T05:30Z"),
            ("GMT-0330", ["hour": 0], "2026-03-08T03:30Z"),
        ] as [(String, [String: Int], String)],
        ["gregorian", "iso8601"]
    )
    func dates(row: (zone: String, values: [String: Int], date: String), calendar: String) throws {
        let parts = Self.record(row.values, #","timeZone":"\#(row.zone)","calendar":"\#(calendar)""#)
        let trigger = try #require(CenterTrigger(record: parts))
        let start = try #require(UTCTime.milliseconds("2026-03-07T12:00Z"))
        #expect(trigger.next(after: start, from: 0) == UTCTime.milliseconds(row.date))
        #expect(CenterTrigger(record: trigger.record)?.next(after: start, from: 0) == UTCTime.milliseconds(row.date))
    }

    /// In Foundation's calendar of ISO 8601 it is 31 January.
    @Test func monthsOfISO8601HaveA31st() throws {
        let trigger = try #require(
            CenterTrigger(record: Self.record(["day": 31], #","timeZone":"GMT","calendar":"iso8601""#))
        )
        let start = try #require(UTCTime.milliseconds("2023-11-14T22:13Z"))
        #expect(trigger.next(after: start, from: 0) == UTCTime.milliseconds("2023-12-31T00:00Z"))
    }

    @Test(
        "A time zone or a calendar that does not exist has no dates, and its record stays",
        arguments: [
            ("Asia/Atlantis", "gregorian"), ("../../../etc/passwd", "gregorian"), ("/etc/localtime", "gregorian"),
            ("GMT+9999999999999999999", "gregorian"), ("GMT+", "gregorian"), ("", "gregorian"), ("UTC", "martian"),
            ("tzdata.zi", "gregorian"), ("Asia", "gregorian"),
        ]
    )
    func unknownZones(zone: String, calendar: String) throws {
        let parts = #","timeZone":"\#(zone)","calendar":"\#(calendar)""#
        let trigger = try #require(CenterTrigger(record: Self.record(["hour": 8], parts)))
        #expect(trigger.next(after: 1_700_000_000_000, from: 0) == nil)
        #expect(trigger.record.contains("\"timeZone\":\"\(zone)\""))
    }

    @Test(
        "There is no date for what never comes",
        arguments: [
            ["month": 2, "day": 30], ["hour": 24], ["hour": -1], ["year": 1999], ["year": Int.max], [:],
            ["minute": Int.min],
        ] as [[String: Int]]
    )
    func none(values: [String: Int]) {
        #expect(CenterTrigger(record: Self.record(values))?.next(after: 1_700_000_000_000, from: 0) == nil)
    }

    /// The record of a calendar trigger with date parts and further members.
    private static func record(_ values: [String: Int], _ rest: String = "") -> String {
        let values = values.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
        return #"{"kind":"calendar","parts":{"values":{\#(values)}\#(rest)}}"#
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (1_795_000_000_042, "2026-11-18T11:06:40.042Z"), (1_795_000_000_001, "2026-11-18T11:06:40.001Z"),
        ]
    )
    func text(milliseconds: Int, text: String) {
        #expect(UTCTime.text(milliseconds) == text)
    }
}
