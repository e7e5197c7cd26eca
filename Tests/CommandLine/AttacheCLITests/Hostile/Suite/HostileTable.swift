import AttacheCore

/// The documentation's page about the security test cases, made from the suite.
enum HostileTable {
    /// The page.
    ///
    /// - Parameter times: The longest measured time of each case.
    /// - Returns: The page as Markdown.
    static func page(times: [Int: Duration]) -> String {
        let rows = HostileCases.all.map { row($0, time: times[$0.number]) }
        return ([header] + rows).joined(separator: "\n") + "\n"
    }

    /// The rows of a page without their times.
    ///
    /// - Parameter page: The page as Markdown.
    /// - Returns: What stands before the last column of each row of the table.
    static func rowsWithoutTimes(_ page: String) -> [String] {
        page.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
            line.split(separator: "|").dropLast().joined(separator: "|")
        }
    }

    private static func row(_ entry: HostileCase, time: Duration?) -> String {
        let columns = ["\(entry.number)", entry.what, entry.answer, verdicts(entry.number), text(time)]
        return "| " + columns.joined(separator: " | ") + " |"
    }

    /// The verdicts of a case's rows, each once, in the order of the rows.
    private static func verdicts(_ number: Int) -> String {
        var seen: [String] = []
        for row in HostileRows.all where row.number == number && !seen.contains(row.verdict.description) {
            seen.append(row.verdict.description)
        }
        if let place = HostileCases.elsewhere[number] { seen.append("belongs to \(place)") }
        return seen.joined(separator: ", ")
    }

    private static func text(_ time: Duration?) -> String {
        guard let time else { return "–" }
        let milliseconds = time.milliseconds
        return milliseconds < 1 ? "< 1 ms" : "\(Int(milliseconds.rounded())) ms"
    }

    private static let header = """
        # Security test cases

        Inputs that an untrusted sender, origin or client can produce, and the verdict of Attache for each.

        ## Overview

        Each case is a test of the suite, and this page is generated from it: every input of a case gets the verdict
        shown here, within a bound on time, and all misbehaving origins together within a bound on memory. `plain` is
        plain text, the notification as it was pushed; the code is the headline of [Reasons](Reasons.md). `allowed` is a verdict
        without a connection. The time is that of the case's slowest input, measured with a debug build on two cores;
        where the case is about time, the deadline was set to 300 ms unless the input says otherwise. From case 153 on the
        input is a client of the service; the verdict is the status of its response, or what became of it, and the time
        has the start of a service in it.

        | case | what it does | the right answer | verdict | time |
        |---|---|---|---|---|
        """
}
