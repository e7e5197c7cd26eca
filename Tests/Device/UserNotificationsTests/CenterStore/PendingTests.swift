import AttacheTesting
import Foundation
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

    /// A date that this calendar cannot compute waits for a program that can.
    @Test func unknownDatesAreFoundByAnotherCalendar() throws {
        struct Fixed: TriggerCalendar {
            func next(_ parts: CalendarParts, after time: Int) -> Int? { time + 5 }
        }
        let parts = CalendarParts(["weekOfYear": 3], timeZone: "Europe/Paris", calendar: "iso8601")
        let trigger = CenterTrigger.calendar(parts, repeats: true)
        _ = try scratch.open().add(request("a", trigger: trigger), at: 100)
        let (system, other) = (try scratch.open(), try NotificationStore(.file(scratch.path), calendar: Fixed()))
        #expect(try system.deliverDue(at: 1000).isEmpty)
        #expect(try system.pending().map(\.due) == [nil])
        #expect(try other.deliverDue(at: 1000).isEmpty)
        #expect(try system.pending().map(\.due) == [1005])
        #expect(try system.pending().first?.request.trigger == trigger)
    }

    @Test("An interval without end is never due", arguments: [1e300, Double.infinity, Double.nan, 1e12])
    func hugeInterval(seconds: Double) throws {
        let store = try scratch.open()
        let trigger = CenterTrigger.interval(seconds: seconds, repeats: true)
        _ = try store.add(request("a", trigger: trigger), at: UTCTime.now)
        #expect(try store.deliverDue(at: UTCTime.now + 1000).isEmpty)
    }
}

@Suite("System calendar", .inProcess, .timeLimit(.minutes(1)))
struct SystemCalendarTests {
    /// Every row is compared with Foundation's calendar.
    @Test(
        "Finds the date that Foundation finds",
        arguments: [
            ["hour": 8], ["hour": 8, "minute": 30], ["minute": 15], ["second": 59], ["weekday": 2, "hour": 9],
            ["day": 31], ["month": 2, "day": 29], ["day": 1, "hour": 0], ["weekday": 1],
            ["year": 2031, "month": 5, "day": 6, "hour": 7], ["month": 12, "day": 24, "hour": 18],
        ] as [[String: Int]]
    )
    func dates(values: [String: Int]) throws {
        var components = DateComponents()
        components.year = values["year"]
        components.month = values["month"]
        components.day = values["day"]
        components.weekday = values["weekday"]
        components.hour = values["hour"]
        components.minute = values["minute"]
        components.second = values["second"]
        for start in [1_700_000_000_000, 1_735_689_599_999, 1_709_164_800_000] {
            let date = Date(timeIntervalSince1970: Double(start) / 1000)
            let expected = Calendar.current.nextDate(after: date, matching: components, matchingPolicy: .strict)
            let found = SystemCalendar().next(CalendarParts(values), after: start)
            #expect(found == expected.map { Int($0.timeIntervalSince1970 * 1000) }, "\(start)")
        }
    }

    /// Zones without summer time, with it, with half an hour, by a fixed distance, and with a rule beyond all tables.
    @Test(
        "Finds the date of a time zone that Foundation finds",
        arguments: [
            "Asia/Seoul", "America/New_York", "Australia/Lord_Howe", "Europe/Dublin", "GMT+0530", "GMT-0330", "UTC",
            "Africa/Casablanca", "America/Godthab", "Pacific/Apia",
        ],
        [
            ["hour": 8], ["hour": 2, "minute": 30], ["minute": 15], ["weekday": 1, "hour": 2, "minute": 15],
            ["day": 31, "hour": 2], ["month": 2, "day": 29], ["month": 11, "hour": 1, "minute": 30], ["month": 3],
            ["year": 2027, "hour": 7], ["year": 2027, "day": 5], ["year": 2027, "weekday": 2, "hour": 9],
        ] as [[String: Int]]
    )
    func zones(zone: String, values: [String: Int]) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        var components = DateComponents()
        components.year = values["year"]
        components.month = values["month"]
        components.day = values["day"]
        components.weekday = values["weekday"]
        components.hour = values["hour"]
        components.minute = values["minute"]
        // A day that a month does not have is skipped, and for a time that the clocks skip the next one is taken.
        let policy = values["day"] == nil ? Calendar.MatchingPolicy.nextTime : .strict
        for start in [1_700_000_000_000, 1_710_054_000_000, 1_730_601_000_000, 1_774_746_000_000, 2_551_000_000_000] {
            let date = Date(timeIntervalSince1970: Double(start) / 1000)
            let expected = calendar.nextDate(after: date, matching: components, matchingPolicy: policy)
            let parts = CalendarParts(values, timeZone: zone, calendar: "gregorian")
            let found = SystemCalendar().next(parts, after: start)
            #expect(found == expected.map { Int($0.timeIntervalSince1970 * 1000) }, "\(start)")
        }
    }

    @Test(
        "Has no date in a time zone that does not exist, or in another calendar",
        arguments: [
            ("Asia/Atlantis", "gregorian"), ("../../../etc/passwd", "gregorian"), ("/etc/localtime", "gregorian"),
            ("GMT+9999999999999999999", "gregorian"), ("GMT+", "gregorian"), ("", "gregorian"), ("UTC", "hebrew"),
            ("tzdata.zi", "gregorian"), ("Asia", "gregorian"),
        ]
    )
    func unknownZones(zone: String, calendar: String) {
        let parts = CalendarParts(["hour": 8], timeZone: zone, calendar: calendar)
        #expect(SystemCalendar().next(parts, after: 1_700_000_000_000) == nil)
    }

    @Test(
        "Has no date for what never comes, or what it does not know",
        arguments: [
            ["month": 2, "day": 30], ["hour": 24], ["hour": -1], ["year": 1999], ["year": Int.max], ["era": 1], [:],
            ["weekOfYear": 3], ["minute": Int.min],
        ] as [[String: Int]]
    )
    func none(values: [String: Int]) {
        #expect(SystemCalendar().next(CalendarParts(values), after: 1_700_000_000_000) == nil)
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (1_795_000_000_042, "2026-11-18T11:06:40.042Z"),
        ]
    )
    func text(milliseconds: Int, text: String) {
        #expect(UTCTime.text(milliseconds) == text)
    }
}
