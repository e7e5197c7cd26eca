package import AttacheCore

/// A requested report: `KIND=FILE`.
package struct ReportRequest: Sendable, Equatable {
    package var kind: ReportKind
    /// The output path, as written.
    package var path: String

    /// Parses values of `--report`, such as `html=report.html`; throws every problem.
    package static func parse(_ texts: [String]) throws(ConfigurationError) -> [ReportRequest] {
        var requests: [ReportRequest] = []
        var problems: [String] = []
        for text in texts {
            switch read(text) {
            case .failure(let error): problems += error.problems
            case .success(let request):
                if let other = requests.first(where: { $0.place == request.place }) {
                    problems.append(
                        "--report \(text): \(other.kind.rawValue)=\(other.path) writes to the same file; use a different file for each report."
                    )
                } else {
                    requests.append(request)
                }
            }
        }
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
        return requests
    }

    /// The path without `.` and empty segments.
    private var place: String {
        let root = path.hasPrefix("/") ? "/" : ""
        return root + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }

    private static func read(_ text: String) -> Result<ReportRequest, ConfigurationError> {
        let kinds = ReportKind.allCases.map(\.rawValue).joined(separator: ", ")
        guard let equals = text.firstIndex(of: "=") else {
            let advice =
                ReportKind(rawValue: text).map { "use \($0.rawValue)=FILE" }
                ?? "use KIND=FILE, with KIND one of \(kinds)"
            return .failure(ConfigurationError(problems: ["--report \(text) names no file; \(advice)."]))
        }
        let word = text[..<equals]
        let path = String(text[text.index(after: equals)...])
        guard let kind = ReportKind(rawValue: String(word)) else {
            return .failure(
                ConfigurationError(
                    problems: ["--report \(text): \"\(word)\" is not a report format; use one of \(kinds)."]
                )
            )
        }
        guard !path.isEmpty else {
            return .failure(ConfigurationError(problems: ["--report \(text) names no file; use \(word)=FILE."]))
        }
        guard !path.hasSuffix("/") else {
            return .failure(ConfigurationError(problems: ["--report \(text) names a directory; use a file in it."]))
        }
        return .success(ReportRequest(kind: kind, path: path))
    }
}

/// The formats of reports.
package enum ReportKind: String, Sendable, CaseIterable {
    /// JUnit XML, which CI systems read.
    case junit
    /// One self-contained page.
    case html
    /// One JSON document, one item a line.
    case json
    /// A table for spreadsheets, RFC 4180.
    case csv
    /// Tables for the summary of a CI job.
    case markdown = "md"

    /// The writer of this format.
    package var report: any RunReport {
        switch self {
        case .junit: JUnitReport()
        case .html: HTMLReport()
        case .json: JSONReport()
        case .csv: CSVReport()
        case .markdown: MarkdownReport()
        }
    }
}
