package import AttacheCore

/// A report that is asked for: `KIND=FILE`.
package struct ReportRequest: Sendable, Equatable {
    /// The format.
    package var kind: ReportKind
    /// Where it goes, as written.
    package var path: String

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - kind: The format.
    ///   - path: Where it goes.
    package init(kind: ReportKind, path: String) {
        self.kind = kind
        self.path = path
    }

    /// Reads the values of `--report`.
    ///
    /// - Parameter texts: The values, such as `html=report.html`.
    /// - Returns: The reports, in their order.
    /// - Throws: `ConfigurationError` with every problem found.
    package static func parse(_ texts: [String]) throws(ConfigurationError) -> [ReportRequest] {
        var requests: [ReportRequest] = []
        var problems: [String] = []
        for text in texts {
            switch read(text) {
            case .failure(let error): problems += error.problems
            case .success(let request):
                if let other = requests.first(where: { $0.place == request.place }) {
                    problems.append(
                        "--report \(text): \(other.kind.rawValue)=\(other.path) goes to the same file; give each report its own."
                    )
                } else {
                    requests.append(request)
                }
            }
        }
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
        return requests
    }

    /// The path without the detours that do not matter: `.` and empty segments.
    private var place: String {
        let root = path.hasPrefix("/") ? "/" : ""
        return root + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }

    private static func read(_ text: String) -> Result<ReportRequest, ConfigurationError> {
        let kinds = ReportKind.allCases.map(\.rawValue).joined(separator: ", ")
        guard let equals = text.firstIndex(of: "=") else {
            let advice =
                ReportKind(rawValue: text).map { "write \($0.rawValue)=FILE" }
                ?? "write KIND=FILE, KIND one of \(kinds)"
            return .failure(ConfigurationError(problems: ["--report \(text) names no file: \(advice)."]))
        }
        let word = text[..<equals]
        let path = String(text[text.index(after: equals)...])
        guard let kind = ReportKind(rawValue: String(word)) else {
            return .failure(
                ConfigurationError(problems: ["--report \(text): \"\(word)\" is no kind of report; there are \(kinds)."]
                )
            )
        }
        guard !path.isEmpty else {
            return .failure(ConfigurationError(problems: ["--report \(text) names no file: write \(word)=FILE."]))
        }
        guard !path.hasSuffix("/") else {
            return .failure(ConfigurationError(problems: ["--report \(text) names a directory: name a file in it."]))
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

    /// What writes reports of this kind.
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
