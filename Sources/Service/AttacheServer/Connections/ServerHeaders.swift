import Attache
import AttacheCore
import HTTPTypes

/// The headers `Date` and `Server`, which all responses of a connection have.
struct ServerHeaders {
    private static let name = "attached/\(AttacheVersion.text)"

    /// The value of `Date` and the second that it names: it is written once a second.
    private var date = (second: 0, text: "")

    mutating func add(to head: inout HTTPResponse) {
        let second = SystemWallClock().secondsSinceEpoch
        if date.second != second { date = (second, HTTPDate.text(second)) }
        head.headerFields[.date] = date.text
        head.headerFields[.server] = Self.name
    }
}
