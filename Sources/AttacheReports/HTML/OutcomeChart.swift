import AttacheCore

/// A bar for each outcome, as inline SVG.
enum OutcomeChart {
    static func figure(_ summary: RunSummary) -> String {
        let rows = summary.outcomes.all
        let most = max(1, rows.map(\.count).max() ?? 1)
        var chart = BarChart(identifier: "outcomes", title: "Outcomes", rowCount: rows.count)
        for (outcome, count) in rows {
            let words = "\(CountText.grouped(count)) · \(CountText.percent(count, of: summary.itemCount))"
            let bar = BarChart.Bar(style: "fill-\(outcome.rawValue)", share: Double(count) / Double(most))
            chart.add(outcome.rawValue, words, bars: [bar])
        }
        return chart.figure(caption: "Items by what became of them.")
    }
}
