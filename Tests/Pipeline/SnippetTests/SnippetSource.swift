/// A file with pieces of code that the documentation shows.
struct SnippetSource {
    private let lines: [Substring]

    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Whether a block stands in the file as it is, indented as a whole; its imports may stand apart, at the top.
    func contains(_ block: String) -> Bool {
        let all = block.split(separator: "\n", omittingEmptySubsequences: false)
        let imports = all.prefix { $0.isEmpty || $0.hasPrefix("import ") }
        let body = Array(all.dropFirst(imports.count))
        guard !body.isEmpty, imports.allSatisfy({ $0.isEmpty || lines.contains($0) }) else { return false }
        return lines.indices.contains { start in
            guard start + body.count <= lines.count, lines[start].hasSuffix(body[0]) else { return false }
            let indentation = lines[start].dropLast(body[0].count)
            guard indentation.allSatisfy({ $0 == " " }) else { return false }
            return zip(lines[start...], body).allSatisfy { line, wanted in
                wanted.isEmpty ? line.isEmpty : line == indentation + wanted
            }
        }
    }
}
