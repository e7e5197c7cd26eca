import AttacheCore
import AttacheTesting

/// A name, the answers of a DNS server for it, and the result of Attache.
struct NameRow: HostileRow {
    let number: Int
    let name: String
    let verdict: HostileVerdict
    /// The host in the payload's URL.
    var host = "media.example"
    /// The path in the payload's URL; `/hop.png` redirects to the picture.
    var path = "/a.png"
    /// Whether the operator allows the origin's address on loopback.
    var opensLoopback = true
    /// The time for the payload.
    var deadline = HostileScene.deadline
    /// The number of queries that the server must have received, if it matters.
    var questionCount: Int?
    /// The number of requests that the origin must have received.
    var requestCount = 0
    /// The answers of the server.
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
    var inShortTime: NameRow { with { $0.deadline = OriginRow.shortDeadline } }

    /// Loopback, the address of the origin.
    static let loopback = IPAddress.v4(0x7F00_0001)
    /// 10.0.0.1.
    static let inside = IPAddress.v4(0x0A00_0001)
    /// 8.8.8.8; no test sends anything to it.
    static let outside = IPAddress.v4(0x0808_0808)
}
