import AttacheCore

/// An SVG chart of horizontal bars with labels and values, and its text alternative.
struct BarChart {
    struct Bar {
        /// The CSS class, which sets the colour.
        let style: String
        /// The fraction of the full width, 0 to 1.
        let share: Double
    }

    // In units of the view box, about the width of a phone in CSS pixels.
    private static let width = 360
    private static let rowHeight = 30
    private static let labelWidth = 76
    private static let valueWidth = 112
    private static let barHeight = 16

    private let identifier: String
    private let title: String
    private let rowCount: Int
    private var shapes = ""
    private var words: [String] = []
    /// An image has no parts for assistive technology, so a chart with links is a group.
    private var hasLinks = false

    init(identifier: String, title: String, rowCount: Int) {
        self.identifier = identifier
        self.title = title
        self.rowCount = rowCount
    }

    /// Adds a row; with an outcome it is a link to the items of that outcome.
    mutating func add(_ label: String, _ value: String, bars: [Bar], outcome: Outcome? = nil) {
        let top = words.count * Self.rowHeight
        let full = Self.width - Self.labelWidth - Self.valueWidth
        let baseline = top + 19
        if let outcome {
            hasLinks = true
            let name = "\(label): \(value)"
            shapes +=
                "<a href=\"#items\" data-outcome=\"\(outcome.rawValue)\" aria-label=\"\(HTMLText.escaping(name))\">"
        }
        shapes += "<text x=\"0\" y=\"\(baseline)\">\(HTMLText.escaping(label))</text>"
        shapes += rectangle("track", top: top, width: full)
        for bar in bars where bar.share > 0 {
            // A non-zero bar stays visible.
            shapes += rectangle(bar.style, top: top, width: max(2, Int(min(1, bar.share) * Double(full) + 0.5)))
        }
        let edge = Self.width
        shapes +=
            "<text class=\"value\" x=\"\(edge)\" y=\"\(baseline)\" text-anchor=\"end\">\(HTMLText.escaping(value))</text>"
            + (outcome == nil ? "\n" : "</a>\n")
        words.append("\(label): \(value)")
    }

    func figure(caption: String) -> String {
        let text = words.map { HTMLText.escaping($0) }.joined(separator: "; ")
        return """
            <figure>
            <h2 id="\(identifier)-title">\(title)</h2>
            <svg id="\(identifier)" viewBox="0 0 \(Self.width) \(rowCount * Self.rowHeight)" role="\(hasLinks ? "group" : "img")" \
            aria-labelledby="\(identifier)-title" aria-describedby="\(identifier)-words">
            <desc id="\(identifier)-words">\(text)</desc>
            \(shapes)</svg>
            <figcaption>\(HTMLText.escaping(caption))</figcaption>
            </figure>

            """
    }

    private func rectangle(_ style: String, top: Int, width: Int) -> String {
        "<rect class=\"\(style)\" x=\"\(Self.labelWidth)\" y=\"\(top + 7)\" width=\"\(width)\" height=\"\(Self.barHeight)\" rx=\"4\"/>"
    }
}

enum OutcomeChart {
    static func figure(_ summary: RunSummary) -> String {
        let rows = summary.outcomes.all
        let most = max(1, rows.map(\.count).max() ?? 1)
        var chart = BarChart(identifier: "outcomes", title: "Outcomes", rowCount: rows.count)
        for (outcome, count) in rows {
            let words = "\(CountText.grouped(count)) · \(CountText.percent(count, of: summary.itemCount))"
            let bar = BarChart.Bar(style: "fill-\(outcome.rawValue)", share: Double(count) / Double(most))
            chart.add(outcome.rawValue, words, bars: [bar], outcome: count > 0 ? outcome : nil)
        }
        return chart.figure(caption: "Items by outcome. Select a row to see its items.")
    }
}

enum StageChart {
    static func figure(_ summary: RunSummary) -> String {
        let stages = summary.stages.filter { $0.durations.count > 0 }
        guard !stages.isEmpty else {
            return
                "<figure>\n<h2>Time per stage</h2>\n<p class=\"soft\">No requests were sent in this run.</p>\n</figure>\n"
        }
        let longest = stages.map { $0.durations.percentile95.milliseconds }.max() ?? 0
        let scale = longest > 0 ? longest : 1
        var chart = BarChart(identifier: "stages", title: "Time per stage", rowCount: stages.count)
        for stage in stages {
            let times = stage.durations
            let bars = [
                BarChart.Bar(style: "most", share: times.percentile95.milliseconds / scale),
                BarChart.Bar(style: "half", share: times.median.milliseconds / scale),
            ]
            let words = "\(DurationText.text(times.median)) · \(DurationText.text(times.percentile95))"
            chart.add(stage.stage.title, words, bars: bars)
        }
        return chart.figure(
            caption: "Full colour and first number: the median. Faint colour and second number: the 95th percentile."
        )
    }
}
