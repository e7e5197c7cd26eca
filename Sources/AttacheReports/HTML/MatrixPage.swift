/// The predictions for many dialects and networks as one self-contained page, in the style of the report, without a script.
package struct MatrixPage: Sendable {
    /// One prediction.
    package struct Cell: Sendable {
        package let word: String
        package let isShown: Bool
        package let isUnknown: Bool
        package let sentences: [String]

        package init(word: String, isShown: Bool, isUnknown: Bool, sentences: [String]) {
            self.word = word
            self.isShown = isShown
            self.isUnknown = isUnknown
            self.sentences = sentences
        }
    }

    /// The predictions for one dialect.
    package struct Row: Sendable {
        package let name: String
        package let vendor: String
        package let cells: [Cell]

        package init(name: String, vendor: String, cells: [Cell]) {
            self.name = name
            self.vendor = vendor
            self.cells = cells
        }
    }

    private let url: String
    private let columns: [String]
    private let rows: [Row]

    /// Creates a page; `url` has no query, and each row has one cell for each column.
    package init(url: String, columns: [String], rows: [Row]) {
        self.url = url
        self.columns = columns
        self.rows = rows
    }

    /// The page as HTML.
    package var html: String {
        let style = String(decoding: PackageResources.report_css, as: UTF8.self)
        let count = rows.count { $0.cells.first?.isShown == true }
        let network = HTMLText.escaping(String((columns.first ?? "").prefix { $0 != "," }))
        let headline = "Shown on \(network) by \(count) of \(rows.count) dialects"
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(ContentSecurityPolicy.policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <link rel="icon" href="data:,">
            <title>Attache: \(headline)</title>
            <style>\(style)</style>
            </head>
            <body>
            <a class="skip" href="#table">Skip to the table</a>
            <header>
            <h1>Attache matrix</h1>
            <p class="soft">\(headline)</p>
            <dl class="about">
            <div><dt>Medium</dt><dd>\(HTMLText.isolating(url))</dd></div>
            </dl>
            </header>
            <main>
            <section id="table" tabindex="0"><h2>What the user sees</h2>
            \(table)</section>
            \(rows.map(Self.explanation).joined())</main>
            </body>
            </html>

            """
    }

    private var table: String {
        let heads = columns.map { "<th scope=\"col\">\(HTMLText.escaping($0))</th>" }.joined()
        let body = rows.map { row in
            let cells = row.cells.map { "<td>\(Self.chip($0))</td>" }.joined()
            let name = HTMLText.escaping(row.name)
            return "<tr><th scope=\"row\"><a href=\"#\(name)\">\(name)</a></th>\(cells)</tr>\n"
        }
        return
            "<table><thead><tr><th scope=\"col\">Dialect</th>\(heads)</tr></thead>\n<tbody>\(body.joined())</tbody></table>\n"
    }

    private static func chip(_ cell: Cell) -> String {
        let outcome = cell.isShown ? "attached" : cell.isUnknown ? "untouched" : "plain"
        return "<span class=\"outcome \(outcome)\">\(HTMLText.escaping(cell.word))</span>"
    }

    /// The reasons of one dialect, those that several networks share once.
    private static func explanation(_ row: Row) -> String {
        var seen: [[String]] = []
        var text = ""
        for cell in row.cells where !seen.contains([cell.word] + cell.sentences) {
            seen.append([cell.word] + cell.sentences)
            let sentences = cell.sentences.map { "<li>\(HTMLText.escaping($0))</li>" }.joined()
            text += "<p>\(chip(cell))</p><ul>\(sentences)</ul>\n"
        }
        let (name, vendor) = (HTMLText.escaping(row.name), HTMLText.escaping(row.vendor))
        return "<section id=\"\(name)\"><h2>\(name) <span class=\"soft\">\(vendor)</span></h2>\n\(text)</section>\n"
    }
}
