import AttacheCore

/// The run as one self-contained page: totals, charts, reasons, hosts, and a searchable table of items.
///
/// Totals, charts and reasons work without JavaScript; the page's script draws the table from data in the page. Beyond
/// 20,000 items the table leaves out attached ones and shows how many.
package struct HTMLReport: RunReport {
    /// The limit of items in the table: about 10 MB of page, which a browser reads in under a second.
    package static let rowLimit = 20_000

    var rowLimit = Self.rowLimit

    package func write(_ summary: RunSummary, items: ItemFeed, to sink: inout ByteSink) throws {
        try sink.append(HTMLSections.opening(summary))
        try sink.append(HTMLSections.totals(summary))
        try sink.append("<div class=\"charts\">\n\(OutcomeChart.figure(summary))\(StageChart.figure(summary))</div>\n")
        try sink.append(HTMLSections.pictures(summary))
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

/// The page's content security policy: its own style and script, media from the store, and nothing else.
enum ContentSecurityPolicy {
    /// SHA-256 of `report.js` as a content security policy source (CSP Level 3 §2.3.1); a test checks it.
    static let scriptHash = "sha256-4V8V8Y5EcMChiAGSNMKEzuJdYTcYwLH4eisLKwX0Dhs="
    /// SHA-256 of `report.css`.
    static let styleHash = "sha256-PaHeMXC1I/mJmb1WBeEqBk9gSXEcDm0n9lsZZ2PSwKI="

    static let policy =
        "default-src 'none'; script-src '\(scriptHash)'; style-src '\(styleHash)'; img-src file: data:; "
        + "media-src file:; base-uri 'none'; form-action 'none'"
}
