import AttacheCore

/// A matrix as one self-contained page, in the style of the report, without a script.
package struct MatrixPage: Sendable {
    private let matrix: DeviceMatrix

    package init(_ matrix: DeviceMatrix) {
        self.matrix = matrix
    }

    /// The page as HTML.
    package var html: String {
        let headline = MatrixHeadline.text(matrix)
        return HTMLPage.opening(title: HTMLText.escaping(headline), skip: "table", skipTitle: "table") + """
            <header>
            <h1>Attache matrix</h1>
            <p class="soft">\(HTMLText.escaping(headline))</p>
            <dl class="about">
            <div><dt>Media file</dt><dd>\(HTMLText.isolating(RedactedURL.text(matrix.medium.url)))</dd></div>
            </dl>
            \(problem)
            </header>
            <main>
            <section id="table" aria-labelledby="table-title" tabindex="-1">
            <h2 id="table-title">What the user sees</h2>
            <div class="scroll" tabindex="0" role="region" aria-labelledby="table-title">
            \(table)</div>
            \(groups)
            </section>
            \(matrix.rows.map(Self.section).joined())</main>
            </body>
            </html>

            """
    }

    private var table: String {
        let heads = matrix.columns.map { column in
            "<th scope=\"col\">\(HTMLText.escaping(column.first ?? ""))</th>"
        }
        let body = matrix.rows.flatMap { row in
            let name = HTMLText.escaping(row.dialect)
            return row.lines(matrix.columns).map { line in
                let cells = line.verdicts.map { "<td>\(Self.badge(DeviceWords.word($0), $0.shown))</td>" }.joined()
                let title = line.system == .ios16 ? "\(name) on iOS 16" : "<a href=\"#\(name)\">\(name)</a>"
                return "<tr><th scope=\"row\">\(title)</th>\(cells)</tr>\n"
            }
        }
        return """
            <table><thead><tr><th scope="col">Dialect</th>\(heads.joined())</tr></thead>
            <tbody>\(body.joined())</tbody></table>

            """
    }

    private var problem: String {
        guard let problem = matrix.medium.problem else { return "" }
        return "<p class=\"notice\">The media file was not loaded: \(HTMLText.isolating(problem))</p>"
    }

    /// The networks that share a column.
    private var groups: String {
        matrix.columns.filter { $0.count > 1 }.map { column in
            let others = HTMLText.escaping(column.dropFirst().joined(separator: ", "))
            return "<p class=\"soft\">\(HTMLText.escaping(column[0])): also \(others).</p>"
        }.joined()
    }

    private static func badge(_ word: String, _ shown: DeviceVerdict.Shown?) -> String {
        let outcome: Outcome = shown == nil ? .untouched : shown == .media ? .attached : .plain
        return "<span class=\"badge \(outcome.rawValue)\">\(HTMLText.escaping(word))</span>"
    }

    /// The reasons of one dialect, each with the networks that it holds for.
    private static func section(_ row: DeviceMatrix.Row) -> String {
        let reasons = row.explanations.map { one in
            let why = one.reason.map { [$0.code.rawValue, $0.fix].compactMap(\.self).joined(separator: ": ") }
            let sentences = (one.sentences + [why].compactMap(\.self)).map { "<li>\(HTMLText.isolating($0))</li>" }
                .joined()
            let list = sentences.isEmpty ? "" : "<ul>\(sentences)</ul>"
            let places = HTMLText.escaping(one.places)
            return "<p>\(badge(one.word, one.shown)) <span class=\"soft\">\(places)</span></p>\(list)\n"
        }
        let (name, vendor) = (HTMLText.escaping(row.dialect), HTMLText.escaping(row.vendor))
        return """
            <section id="\(name)" aria-labelledby="\(name)-title">
            <h2 id="\(name)-title">\(name) <span class="soft">\(vendor)</span></h2>
            \(reasons.joined())</section>

            """
    }
}

/// The result of a matrix in one sentence.
package enum MatrixHeadline {
    package static func text(_ matrix: DeviceMatrix) -> String {
        let network = matrix.columns.first?.first ?? ""
        let count = matrix.rows.count { $0.cell(network, .ios17)?.verdict.shown == .media }
        return "Shown on \(network) by \(count) of \(matrix.rows.count) policies"
    }
}
