/// Draws rows of horizontal bars with a label and a value each, and tells the same in words.
struct BarChart {
    /// One bar of a row.
    struct Bar {
        /// The class that colours it.
        let style: String
        /// Its part of the full width, 0 to 1.
        let share: Double
    }

    // In units of the view box, which is about as wide as a phone in CSS pixels.
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

    /// Creates a chart without rows.
    ///
    /// - Parameters:
    ///   - identifier: A name within the page.
    ///   - title: What it shows.
    ///   - rowCount: How many rows will be added.
    init(identifier: String, title: String, rowCount: Int) {
        self.identifier = identifier
        self.title = title
        self.rowCount = rowCount
    }

    /// Adds a row below the others.
    mutating func add(_ label: String, _ value: String, bars: [Bar]) {
        let top = words.count * Self.rowHeight
        let full = Self.width - Self.labelWidth - Self.valueWidth
        let baseline = top + 19
        shapes += "<text x=\"0\" y=\"\(baseline)\">\(HTMLText.escaping(label))</text>"
        shapes += rectangle("track", top: top, width: full)
        for bar in bars where bar.share > 0 {
            // What happened is never too small to be seen.
            shapes += rectangle(bar.style, top: top, width: max(2, Int(min(1, bar.share) * Double(full) + 0.5)))
        }
        let edge = Self.width
        shapes +=
            "<text class=\"value\" x=\"\(edge)\" y=\"\(baseline)\" text-anchor=\"end\">\(HTMLText.escaping(value))</text>\n"
        words.append("\(label): \(value)")
    }

    /// The figure, its heading and text alternative included.
    func figure(caption: String) -> String {
        let text = words.map { HTMLText.escaping($0) }.joined(separator: "; ")
        return """
            <figure>
            <h2 id="\(identifier)-title">\(title)</h2>
            <svg id="\(identifier)" viewBox="0 0 \(Self.width) \(rowCount * Self.rowHeight)" role="img" \
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
