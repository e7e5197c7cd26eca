import AttacheCore

/// The run as one page that needs nothing but itself: totals, charts, reasons, hosts, and a table of items to search in.
///
/// Totals, charts and reasons are there without JavaScript; the table is drawn by the page's own script out of data
/// within the page. Past 20,000 items the table leaves out what was attached first, and says so.
package struct HTMLReport: RunReport {
    /// Items in the table at most: about 10 MB of page, which a browser reads in under a second.
    package static let rowLimit = 20_000

    private let rowLimit: Int

    /// Creates the report.
    package init() {
        self.init(rowLimit: Self.rowLimit)
    }

    /// Creates the report with another limit.
    ///
    /// - Parameter rowLimit: Items in the table at most.
    init(rowLimit: Int) {
        self.rowLimit = rowLimit
    }

    package func write(_ summary: RunSummary, items: ItemFeed, to sink: inout ByteSink) throws {
        try sink.append(HTMLSections.opening(summary))
        try sink.append(HTMLSections.totals(summary))
        try sink.append("<div class=\"charts\">\n\(OutcomeChart.figure(summary))\(StageChart.figure(summary))</div>\n")
        try sink.append(HTMLSections.reasons(summary))
        try sink.append(HTMLSections.hosts(summary))
        try sink.append(HTMLSections.media(summary))
        let choice = ItemSelection(summary.outcomes, limit: rowLimit)
        try sink.append(HTMLSections.items(summary, choice: choice))
        try sink.append("<script type=\"application/json\" id=\"data\">")
        try write(items, chosenBy: choice, to: &sink)
        try sink.append("</script>\n<script>")
        try sink.append(PackageResources.report_js)
        try sink.append("</script>\n</body>\n</html>\n")
    }

    private func write(_ items: ItemFeed, chosenBy choice: ItemSelection, to sink: inout ByteSink) throws {
        var choice = choice
        var rows = ItemRows()
        try sink.append("{\"rows\":[")
        try items.forEach { item in
            guard choice.takes(item.record.outcome) else { return }
            try sink.append(rows.row(item))
        }
        try sink.append("],\"strings\":")
        try sink.append(rows.stringTable)
        try sink.append("}")
    }
}

/// What the page may load and run: its own style and script, images out of the store, and nothing else.
enum ContentSecurityPolicy {
    /// SHA-256 of `report.js`, as a content security policy names it (CSP Level 3 §2.3.1); a test keeps it true.
    static let scriptHash = "sha256-Gi7dSe8rIAOB3WL94kMRKG1VcYdrdBtJzDdI3SwJFqQ="
    /// SHA-256 of `report.css`.
    static let styleHash = "sha256-/B0zBrjLKN9V0sRwvTrGB77aSOl9QPxlXtLtpZ2oWG8="

    /// The content security policy.
    static let policy =
        "default-src 'none'; script-src '\(scriptHash)'; style-src '\(styleHash)'; img-src file: data:; "
        + "base-uri 'none'; form-action 'none'"
}
