/// A case about a client of the service, which `clients.py` plays.
struct ClientRow: HostileRow {
    let number: Int
    let name: String
    /// The case's name in the script.
    let script: String
    let verdict: HostileVerdict

    init(_ number: Int, _ name: String, _ script: String, _ verdict: HostileVerdict) {
        self.number = number
        self.name = name
        self.script = script
        self.verdict = verdict
    }

    static let rows = [
        ClientRow(153, "60 clients with 2,000 requests each", "pipelining", .client("closed")),
        ClientRow(153, "5 batches of 400,000 lines", "unread-batch", .client("closed")),
        ClientRow(154, "a preface, settings and a request", "http2-preface", .client("505 version-not-supported")),
        ClientRow(155, "40 clients and a limit of 1 MiB", "memory-limit", .client("503 unavailable")),
        ClientRow(156, "a connection that is reset", "connection-reset", .client("cancelled")),
        ClientRow(156, "a TLS connection that is closed", "connection-closed-over-tls", .client("cancelled")),
        ClientRow(157, "over TCP", "half-closed", .client("200")),
        ClientRow(157, "two seconds after the last request", "late-reader", .client("200")),
        ClientRow(158, "25 clients for 10 connections", "full", .client("200")),
        ClientRow(158, "60 clients for 128 descriptors", "few-descriptors", .client("200")),
        ClientRow(159, "30 connections of 10", "silent", .client("200")),
        ClientRow(160, "a limit of 40", "too-few-descriptors", .client("exit 2")),
        ClientRow(161, "for a payload and for a batch", "huge-length", .client("413 content-too-large")),
        ClientRow(162, "gzip, chunked", "stacked-codings", .client("501 not-implemented")),
        ClientRow(163, "a target in absolute form", "other-target", .client("400 bad-request")),
        ClientRow(163, "malformed values of Host", "malformed-host", .client("400 bad-request")),
        ClientRow(164, "20,000 elements of one byte", "array-of-elements", .client("200")),
        ClientRow(164, "1,100,000 lines", "too-many-items", .client("413 content-too-large")),
        ClientRow(165, "a file and a link to it", "socket-path", .client("exit 1")),
        ClientRow(166, "a fourth connection of three", "share", .client("503 unavailable")),
    ]
}

extension HostileVerdict {
    /// The verdict that the script prints: a status with the problem's kind, or another word.
    static func client(_ text: String) -> HostileVerdict {
        let words = text.split(separator: " ").map(String.init)
        let isProblem = words.count == 2 && Int(words[0]) != nil
        return HostileVerdict(outcome: isProblem ? words[0] : text, code: isProblem ? words[1] : nil)
    }
}
