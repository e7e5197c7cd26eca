import Attache
import AttacheCore
import LoopbackOrigin

/// An origin that misbehaves, the path it is asked for, and what Attache makes of it.
struct OriginRow: HostileRow {
    let number: Int
    let name: String
    let verdict: HostileVerdict
    /// The path that the payload names.
    var path = "/a.png"
    /// The time for the payload; what takes longer gets another verdict.
    var deadline = HostileScene.deadline
    /// Whether no time passes for the decisions of Attache, only for its transfers.
    var stopsClock = false
    /// A warning or note that the result must carry besides.
    var also: ReasonCode?
    /// How many requests the origin must have seen, where that matters.
    var requestCount: Int?
    /// What the origin does.
    let handler: LoopbackOrigin.Handler

    /// An origin that does the same whatever it is asked.
    init(_ number: Int, _ name: String, _ verdict: HostileVerdict, _ behaviour: Behaviour) {
        self.init(number, name, verdict) { _ in behaviour }
    }

    /// An origin that looks at the request.
    init(_ number: Int, _ name: String, _ verdict: HostileVerdict, handler: @escaping LoopbackOrigin.Handler) {
        self.number = number
        self.name = name
        self.verdict = verdict
        self.handler = handler
    }

    /// The deadline of rows that are about time.
    static let shortDeadline = Duration.milliseconds(300)

    /// The row with another path, so that the name claims another type.
    func asking(_ path: String) -> OriginRow { with { $0.path = path } }

    /// The row as one about time: its origin would keep it for longer than the test may take, or for seconds at least.
    var inShortTime: OriginRow { with { $0.deadline = Self.shortDeadline } }

    /// The row with as much time as it has at the start, whenever Attache looks at the clock.
    var withStoppedClock: OriginRow { with { $0.stopsClock = true } }

    /// The row with another finding that must be there.
    func warning(_ code: ReasonCode) -> OriginRow { with { $0.also = code } }

    /// The row with the number of requests that the origin must have seen.
    func requests(_ count: Int) -> OriginRow { with { $0.requestCount = count } }

    private func with(_ change: (inout OriginRow) -> Void) -> OriginRow {
        var row = self
        change(&row)
        return row
    }

    /// Every row, theme by theme.
    static let rows = redirects + framing + heads + statuses + times + sizes + types + containers
}
