/// The labels of a series, as they stand between the braces: `outcome="attached",policy="hive"`.
struct PrometheusLabels: Hashable, Sendable {
    /// The text without braces; empty for no labels.
    let text: String

    /// Makes labels.
    ///
    /// - Parameter pairs: Names and values in their order; a name that stands twice counts the first time.
    init(_ pairs: [(String, String)]) {
        var seen: Set<String> = []
        text = pairs.compactMap { name, value in
            let name = PrometheusName.label(name)
            return seen.insert(name).inserted ? "\(name)=\"\(Self.escaped(value))\"" : nil
        }.joined(separator: ",")
    }

    /// The text with one label more.
    func adding(_ name: String, _ value: String) -> String {
        let label = "\(name)=\"\(value)\""
        return text.isEmpty ? label : "\(text),\(label)"
    }

    /// Backslashes, quotation marks and line feeds are what the text format escapes in a value.
    private static func escaped(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 == 0x5C || $0 == 0x22 || $0 == 0x0A }) else { return value }
        return value.reduce(into: "") { text, character in
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n", "\r\n": text += "\\n"
            default: text.append(character)
            }
        }
    }
}
