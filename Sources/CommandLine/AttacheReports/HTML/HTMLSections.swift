import AttacheCore

/// The sections of the page that work without JavaScript.
enum HTMLSections {
    static func opening(_ summary: RunSummary) -> String {
        let headline = HTMLText.escaping(SummaryText.headline(summary))
        let notice = summary.isInterrupted ? "<p class=\"notice\">\(SummaryText.interruption(summary))</p>\n" : ""
        return HTMLPage.opening(title: headline, skip: "items", skipTitle: "items") + """
            <header>
            <h1>Attache report</h1>
            <p class="soft">\(headline)</p>
            \(facts(summary))\(notice)</header>
            <main>

            """
    }

    /// The facts of the run, which distinguish two reports.
    private static func facts(_ summary: RunSummary) -> String {
        guard !summary.facts.isEmpty else { return "" }
        let rows = summary.facts.map { fact in
            "<div><dt>\(HTMLText.escaping(fact.name))</dt><dd>\(HTMLText.isolating(fact.value))</dd></div>\n"
        }
        return "<dl class=\"about\">\n\(rows.joined())</dl>\n"
    }

    static func totals(_ summary: RunSummary) -> String {
        func share(_ count: Int) -> String { "\(CountText.percent(count, of: summary.itemCount)) of all" }
        let (attached, rejected) = (summary.outcomes[.attached], summary.outcomes[.rejected])
        var tiles = [
            tile(
                "Items",
                CountText.grouped(summary.itemCount),
                "median \(DurationText.text(summary.items.median)) per item"
            ),
            tile("Attached", CountText.grouped(attached), share(attached)),
            tile("Fallbacks", CountText.grouped(summary.fallbackCount), "shown without their media"),
            tile("Rejected", CountText.grouped(rejected), share(rejected)),
        ]
        if summary.supplies.total > 0 {
            let hits = summary.supplies.hitCount
            tiles.append(tile("Downloaded", ByteText.text(summary.transferredByteCount), "by attached files"))
            tiles.append(
                tile(
                    "Reused",
                    CountText.grouped(hits),
                    "\(CountText.percent(hits, of: summary.supplies.total)) of media verdicts"
                )
            )
        }
        return "<dl class=\"totals\">\n\(tiles.joined())</dl>\n"
    }

    private static func tile(_ name: String, _ value: String, _ note: String) -> String {
        let shown = HTMLText.escaping(value)
        return "<div><dt>\(name)</dt><dd>\(shown)<small>\(HTMLText.escaping(note))</small></dd></div>\n"
    }

    static func reasons(_ summary: RunSummary) -> String {
        guard !summary.reasons.isEmpty else { return "" }
        let rows = summary.reasons.map { tally in
            let url = tally.exampleURL.map { " <span class=\"soft\">\(HTMLText.isolating($0))</span>" } ?? ""
            let fix = tally.exampleFix.map { "<p class=\"fix\">\(HTMLText.isolating($0))</p>" } ?? ""
            return """
                <tr role="row"><td role="cell"><a href="#items" data-reason="\(tally.title)">\
                <code class="\(tally.severity.rawValue)">\(tally.title)</code></a></td>\
                <td role="cell" class="word" data-label="Severity">\(tally.severity.rawValue)</td>\
                <td role="cell" class="number" data-label="Items">\(CountText.grouped(tally.itemCount))</td>\
                <td role="cell"><span class="soft">\(HTMLText.isolating(tally.exampleSource))</span> \
                \(HTMLText.isolating(tally.exampleMessage))\(url)\(fix)</td></tr>

                """
        }
        return section(
            "reasons",
            "Reasons",
            stackedTable("reasons", ["Reason", "Severity", "Items", "Example"], rows)
        )
    }

    static func hosts(_ summary: RunSummary) -> String {
        guard !summary.hosts.isEmpty else { return "" }
        let rows = summary.hosts.map { tally in
            let times = tally.transfers
            let cells = [
                CountText.grouped(times.count), DurationText.text(times.median), DurationText.text(times.percentile95),
                CountText.grouped(tally.failureCount),
            ]
            return "<tr><td>\(HTMLText.isolating(tally.host))</td>"
                + cells.map { "<td class=\"number\">\($0)</td>" }.joined() + "</tr>\n"
        }
        let note = SummaryText.hosts(summary)
        let words = note.isEmpty ? "" : "<p class=\"soft\">\(HTMLText.escaping(note))</p>\n"
        let head = ["Transfers", "Median", "p95", "Failed"].map {
            "<th scope=\"col\" class=\"number\">\($0)</th>"
        }
        let table = """
            \(words)<div class="scroll" tabindex="0" role="region" aria-labelledby="hosts-title">
            <table><thead><tr><th scope="col">Host</th>\(head.joined())</tr></thead>
            <tbody>\(rows.joined())</tbody></table>
            </div>

            """
        return section("hosts", "Slowest hosts", table)
    }

    static func media(_ summary: RunSummary) -> String {
        let rows = SummaryText.media(summary)
        guard !rows.isEmpty else { return "" }
        let cells = rows.map {
            "<tr><th scope=\"row\">\(HTMLText.escaping($0.name))</th><td>\(HTMLText.escaping($0.value))</td></tr>\n"
        }
        return section("media", "Media", "<table class=\"facts\"><tbody>\(cells.joined())</tbody></table>\n")
    }

    static func items(_ summary: RunSummary, choice: ItemSelection) -> String {
        let omitted =
            choice.omittedCount == 0
            ? ""
            : "<p>The table has \(CountText.grouped(choice.count)) of \(CountText.grouped(summary.itemCount)) items: "
                + "those without media first, then as many attached ones as fit. "
                + "The JSON and CSV reports contain all items.</p>\n"
        return """
            <section id="items" aria-labelledby="items-title" tabindex="-1">
            <h2 id="items-title">Items</h2>
            \(omitted)<noscript><p>The table of items requires JavaScript; the rest of the page does not.</p></noscript>
            <div id="browser" hidden>
            <div class="controls" role="search">
            <label>Find <input id="search" type="search" autocomplete="off" spellcheck="false" \
            placeholder="file, host, message …"></label>
            <label>Outcome <select id="outcome"><option value="">all</option></select></label>
            <label>Reason <select id="reason"><option value="">all</option></select></label>
            <label>Order <select id="sort"><option value="input">as in the input</option>\
            <option value="slow">slowest first</option><option value="fast">fastest first</option></select></label>
            </div>
            <p id="status" class="soft" role="status"></p>
            <table class="items stack" role="table" aria-labelledby="items-title">
            <thead role="rowgroup"><tr role="row"><th class="c-media" role="columnheader" scope="col">Media</th>\
            <th class="c-item" role="columnheader" scope="col">Item</th>\
            <th class="c-outcome" role="columnheader" scope="col">Outcome</th>\
            <th role="columnheader" scope="col">Why</th>\
            <th class="c-time number" role="columnheader" scope="col" id="time-head" aria-sort="none">Time</th></tr></thead>
            <tbody id="rows" role="rowgroup"></tbody>
            </table>
            <button id="more" type="button" hidden>Show more</button>
            </div>
            </section>
            </main>
            <footer>Media are loaded from the store on this machine; queries of URLs are removed.</footer>

            """
    }

    private static func stackedTable(_ name: String, _ head: [String], _ rows: [String]) -> String {
        let cells = head.map { title in
            "<th role=\"columnheader\" scope=\"col\"\(title == "Items" ? " class=\"number\"" : "")>\(title)</th>"
        }
        return """
            <table class="stack" role="table" aria-labelledby="\(name)-title">
            <thead role="rowgroup"><tr role="row">\(cells.joined())</tr></thead>
            <tbody role="rowgroup">\(rows.joined())</tbody>
            </table>

            """
    }

    private static func section(_ name: String, _ title: String, _ content: String) -> String {
        "<section aria-labelledby=\"\(name)-title\">\n<h2 id=\"\(name)-title\">\(title)</h2>\n\(content)</section>\n"
    }
}
