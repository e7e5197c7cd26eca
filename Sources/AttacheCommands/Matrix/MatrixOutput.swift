import AttacheCore
import AttacheReports

/// The matrix as a table for a terminal.
struct MatrixText {
    let style: Style

    /// One row for each dialect, and a second one where iOS 16 differs; networks with the same column share it.
    func table(_ matrix: DeviceMatrix) -> String {
        let groups = matrix.groups
        var rows: [(name: String, words: [String])] = []
        for row in matrix.rows {
            rows.append((row.dialect, words(row, groups, .ios17)))
            if row.differsBySystem { rows.append(("  on iOS 16", words(row, groups, .ios16))) }
        }
        let nameWidth = max(10, rows.map(\.name.count).max() ?? 0)
        let widths = groups.indices.map { index in
            max(groups[index][0].count, rows.map { $0.words[index].count }.max() ?? 0)
        }
        var text = style.strong("dialect".padded(to: nameWidth))
        for (index, group) in groups.enumerated() { text += "  " + style.strong(group[0].padded(to: widths[index])) }
        text += "\n"
        for row in rows {
            text += row.name.padded(to: nameWidth)
            for (index, word) in row.words.enumerated() { text += "  " + colored(word, width: widths[index]) }
            while text.last == " " { text.removeLast() }
            text += "\n"
        }
        for group in groups where group.count > 1 {
            text += "\n\(group[0]): also \(group.dropFirst().joined(separator: ", "))"
        }
        return text + (groups.contains { $0.count > 1 } ? "\n" : "")
    }

    /// The reasons for each cell of some dialects; networks and releases with the same reasons are named together.
    func explanation(_ matrix: DeviceMatrix, of names: [String]) -> String {
        var text = ""
        for row in matrix.rows where names.contains(row.dialect) {
            text += style.strong("\(row.dialect)") + " (\(row.vendor))\n"
            var reasons: [(word: String, sentences: [String], places: [String])] = []
            for cell in row.cells {
                let (word, sentences) = (cell.verdict.word, cell.verdict.sentences)
                let place = "\(cell.network) \(cell.system == .ios16 ? "16" : "17+")"
                if let index = reasons.firstIndex(where: { $0.word == word && $0.sentences == sentences }) {
                    reasons[index].places.append(place)
                } else {
                    reasons.append((word, sentences, [place]))
                }
            }
            for reason in reasons {
                text += "  \(colored(reason.word, width: 0)): \(Self.places(reason.places))\n"
                for sentence in reason.sentences { text += "    \(sentence.escapedForTerminal)\n" }
            }
        }
        return text
    }

    /// `wifi 16` and `wifi 17+` as `wifi`.
    static func places(_ places: [String]) -> String {
        var shown: [String] = []
        for place in places {
            let parts = place.split(separator: " ")
            guard let network = parts.first.map(String.init) else { continue }
            if places.contains("\(network) 16"), places.contains("\(network) 17+") {
                if !shown.contains(network) { shown.append(network) }
            } else {
                shown.append("\(network) on iOS \(parts.last ?? "")")
            }
        }
        return shown.joined(separator: ", ")
    }

    private func words(_ row: DeviceMatrix.Row, _ groups: [[String]], _ system: DeviceSystem) -> [String] {
        groups.map { row.cell($0[0], system)?.verdict.word ?? "" }
    }

    private func colored(_ word: String, width: Int) -> String {
        let text = word.padded(to: width)
        switch word {
        case "media": return style.good(text)
        case "unknown": return style.faint(text)
        case "plain", "text": return style.risky(text)
        default: return style.bad(text)
        }
    }
}

/// The matrix as one JSON object.
enum MatrixJSON {
    static func text(_ matrix: DeviceMatrix) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("schema", "attache-matrix/1")
        writer.member("url", RedactedURL.withoutSecrets(matrix.medium.url))
        if let facts = matrix.medium.facts {
            writer.key("response")
            writer.beginObject()
            writer.member("status", facts.status)
            writer.member("content_type", facts.contentType)
            writer.member("bytes", facts.byteCount)
            writer.member("format", facts.format?.mimeType)
            writer.endObject()
        }
        writer.key("rows")
        writer.beginArray()
        for row in matrix.rows {
            writer.beginObject()
            writer.member("dialect", row.dialect)
            writer.member("vendor", row.vendor)
            writer.key("cells")
            writer.beginArray()
            for cell in row.cells {
                writer.beginObject()
                writer.member("network", cell.network)
                writer.member("system", cell.system.rawValue)
                writer.key("device")
                cell.verdict.write(to: &writer)
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }
}

extension MatrixPage {
    /// The page of a matrix.
    init(_ matrix: DeviceMatrix) {
        let groups = matrix.groups
        self.init(
            url: RedactedURL.text(matrix.medium.url),
            columns: groups.map { $0.joined(separator: ", ") },
            rows: matrix.rows.map { row in
                Row(
                    name: row.dialect,
                    vendor: row.vendor,
                    cells: groups.map { group in
                        let cells = DeviceSystem.allCases.compactMap { row.cell(group[0], $0) }
                        let (older, newer) = (cells.first?.verdict.word ?? "", cells.last?.verdict.word ?? "")
                        return Cell(
                            word: older == newer ? newer : "\(newer); \(older) on iOS 16",
                            isShown: cells.allSatisfy { $0.verdict.shown == .media },
                            isUnknown: cells.contains { $0.verdict.shown == nil },
                            sentences: cells.last?.verdict.sentences ?? []
                        )
                    }
                )
            }
        )
    }
}
