import AttacheCore
import AttacheTesting

/// A name, what a DNS server says of it, and what Attache makes of it.
struct NameRow: HostileRow {
    let number: Int
    let name: String
    let verdict: HostileVerdict
    /// The host that the payload names.
    var host = "media.example"
    /// The path that the payload names; `/hop.png` leads to the picture by a redirect.
    var path = "/a.png"
    /// Whether the operator opens the origin's address on loopback.
    var opensLoopback = true
    /// The time for the payload.
    var deadline = Duration.seconds(20)
    /// The longest it may take.
    var bound = Duration.seconds(10)
    /// How many questions the server must have seen, where that matters.
    var questionCount: Int?
    /// How many requests the origin must have seen.
    var requestCount = 0
    /// What the server says.
    let reply: NameServer.Handler

    init(
        _ number: Int,
        _ name: String,
        _ verdict: HostileVerdict,
        host: String = "media.example",
        reply: @escaping NameServer.Handler
    ) {
        self.number = number
        self.name = name
        self.verdict = verdict
        self.host = host
        self.reply = reply
        requestCount = verdict == .attached ? 1 : 0
    }

    /// A server that always gives the same addresses.
    init(
        _ number: Int,
        _ name: String,
        _ verdict: HostileVerdict,
        host: String = "media.example",
        addresses: [IPAddress]
    ) {
        self.init(number, name, verdict, host: host) { _ in .addresses(addresses) }
    }

    /// The row with other values.
    func with(_ change: (inout NameRow) -> Void) -> NameRow {
        var row = self
        change(&row)
        return row
    }

    /// The row as one about time.
    var inShortTime: NameRow {
        with {
            $0.deadline = OriginRow.shortDeadline
            $0.bound = OriginRow.shortDeadline + .seconds(2)
        }
    }

    /// Loopback, where the origin is.
    static let loopback = IPAddress.v4(0x7F00_0001)
    /// 10.0.0.1.
    static let inside = IPAddress.v4(0x0A00_0001)
    /// 8.8.8.8; nobody is ever asked for it.
    static let outside = IPAddress.v4(0x0808_0808)
}
