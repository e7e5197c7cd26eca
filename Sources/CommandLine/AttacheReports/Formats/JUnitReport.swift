import AttacheCore

/// The run as JUnit XML: a test suite for each input file or directory, a test case for each item.
///
/// A rejected item is an `<error>`, a fallback a `<failure>`, each with code, message, fix and URL; `<system-out>` contains
/// the warnings of other items. The items are read twice, since a suite's counts precede its items.
package struct JUnitReport: RunReport {
    /// The limit of test suites, each 24 bytes of memory while the report is written; later items are added to the last
    /// one.
    static let suiteLimit = 1 << 16

    package func write(_ summary: RunSummary, items: ItemFeed, to sink: inout ByteSink) throws {
        let suites = try count(items)
        try sink.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        try sink.append("<testsuites name=\"attache\"\(Self.attributes(Self.sum(suites)))>\n")
        var cursor = JUnitCursor(limit: Self.suiteLimit)
        try items.forEach { item in
            let place = JUnitSuite.place(of: item.record.source)
            if let index = cursor.enter(place.suite) {
                if index > 0 { try sink.append("  </testsuite>\n") }
                // The items must not change between two reads; if they did, an uncounted suite gets zero counts.
                let suite = index < suites.count ? suites[index] : JUnitSuite()
                let name = XMLText.escaping(TruncatedText.cutting(String(place.suite)))
                try sink.append("  <testsuite name=\"\(name)\"\(Self.attributes(suite))>\n")
            }
            try Self.write(item, suite: place.suite, name: place.name, to: &sink)
        }
        if !suites.isEmpty { try sink.append("  </testsuite>\n") }
        try sink.append("</testsuites>\n")
    }

    private func count(_ items: ItemFeed) throws -> [JUnitSuite] {
        var suites: [JUnitSuite] = []
        var cursor = JUnitCursor(limit: Self.suiteLimit)
        try items.forEach { item in
            let record = item.record
            if cursor.enter(JUnitSuite.place(of: record.source).suite) != nil { suites.append(JUnitSuite()) }
            suites[suites.count - 1].tests += 1
            suites[suites.count - 1].milliseconds += record.timing.total.milliseconds
            if record.outcome == .rejected {
                suites[suites.count - 1].errors += 1
            } else if record.isFallback {
                suites[suites.count - 1].failures += 1
            }
        }
        return suites
    }

    private static func sum(_ suites: [JUnitSuite]) -> JUnitSuite {
        suites.reduce(into: JUnitSuite()) { sum, suite in
            sum.tests += suite.tests
            sum.failures += suite.failures
            sum.errors += suite.errors
            sum.milliseconds += suite.milliseconds
        }
    }

    private static func attributes(_ suite: JUnitSuite) -> String {
        " tests=\"\(suite.tests)\" failures=\"\(suite.failures)\" errors=\"\(suite.errors)\" skipped=\"0\""
            + " time=\"\(seconds(suite.milliseconds))\""
    }

    private static func write(
        _ item: ReportedItem,
        suite: Substring,
        name: Substring,
        to sink: inout ByteSink
    ) throws {
        let record = item.record
        let time = seconds(record.timing.total.milliseconds)
        try sink.append(
            "    <testcase name=\"\(text(String(name)))\" classname=\"\(text(String(suite)))\" time=\"\(time)\""
        )
        if record.outcome == .rejected {
            try sink.append(">\n\(problem("error", item))    </testcase>\n")
        } else if record.isFallback {
            try sink.append(">\n\(problem("failure", item))    </testcase>\n")
        } else {
            let warnings = record.reasons.filter { $0.severity == .warning }
            guard !warnings.isEmpty else { return try sink.append("/>\n") }
            let lines = warnings.map { sentence($0, item.urls) }.joined(separator: "\n")
            try sink.append(">\n      <system-out>\(content(lines))</system-out>\n    </testcase>\n")
        }
    }

    private static func problem(_ element: String, _ item: ReportedItem) -> String {
        let record = item.record
        let headline = record.headline ?? record.reasons.first
        let code = headline?.code.rawValue ?? record.outcome.rawValue
        let message = headline?.message ?? "The item ended as \(record.outcome.rawValue)."
        let lines = record.reasons.map { sentence($0, item.urls) }.joined(separator: "\n")
        return "      <\(element) type=\"\(text(code))\" message=\"\(text(message))\">\(content(lines))</\(element)>\n"
    }

    private static func sentence(_ reason: Reason, _ urls: URLForm) -> String {
        let place = reason.pointer.map { " at \($0)" } ?? ""
        return "\(reason.code.rawValue): \(reason.message)" + (reason.fix.map { "\nFix: \($0)" } ?? "")
            + (reason.url.map { "\nURL: \(urls.text($0))\(place)" } ?? "")
    }

    private static func text(_ text: String) -> String { XMLText.escaping(TruncatedText.cutting(text)) }

    /// Escapes each line separately, so that line breaks stay.
    private static func content(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { Self.text(String($0)) }
            .joined(separator: "\n")
    }

    private static func seconds(_ milliseconds: Double) -> String {
        let whole = Int(milliseconds + 0.5)
        let fraction = "\(whole % 1000)"
        return "\(whole / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}

/// The counts in the start tag of a test suite.
struct JUnitSuite {
    var tests: UInt32 = 0
    var failures: UInt32 = 0
    var errors: UInt32 = 0
    var milliseconds: Double = 0

    /// Returns an item's suite and its name in the suite, by its source: items of an NDJSON file,
    /// `campaign/users.ndjson#3`, belong to the file; a file that is one item belongs to its directory; a bare name
    /// belongs to the working directory.
    static func place(of source: String) -> (suite: Substring, name: Substring) {
        let bytes = source.utf8
        if let hash = bytes.lastIndex(of: UInt8(ascii: "#")), hash > bytes.startIndex {
            let digits = bytes[bytes.index(after: hash)...]
            if !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
                return (source[..<hash], source[hash...])
            }
        }
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return (".", source[...]) }
        return (slash == bytes.startIndex ? "/" : source[..<slash], source[bytes.index(after: slash)...])
    }
}

/// A detector of the start of each test suite in a sequence of items.
struct JUnitCursor {
    let limit: Int
    private var name: Substring?
    private var count = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Advances to an item of a suite; returns the suite's index at its start, otherwise `nil`.
    mutating func enter(_ suite: Substring) -> Int? {
        guard suite != name, count < limit else { return nil }
        name = suite
        defer { count += 1 }
        return count
    }
}
