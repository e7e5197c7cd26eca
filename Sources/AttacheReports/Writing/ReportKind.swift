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
