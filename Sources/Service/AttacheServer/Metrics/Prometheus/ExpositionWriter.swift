/// A writer of the Prometheus text format, version 0.0.4.
///
/// https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
struct ExpositionWriter {
    private(set) var bytes: [UInt8] = []

    /// Writes the `HELP` and `TYPE` lines of a metric.
    mutating func header(_ name: String, _ kind: PrometheusKind, help: String?) {
        if let help {
            let escaped = help.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
                .split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
            line("# HELP \(name) \(escaped)")
        }
        line("# TYPE \(name) \(kind.rawValue)")
    }

    /// Writes a sample; `labels` is the text between the braces.
    mutating func sample(_ name: String, _ labels: String, _ value: Int64) {
        line(labels.isEmpty ? "\(name) \(value)" : "\(name){\(labels)} \(value)")
    }

    /// Writes a sample; `labels` is the text between the braces.
    mutating func sample(_ name: String, _ labels: String, _ value: Double) {
        let text = Self.text(value)
        line(labels.isEmpty ? "\(name) \(text)" : "\(name){\(labels)} \(text)")
    }

    /// Formats a number like Go: `+Inf`, `-Inf` and `NaN`.
    static func text(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        let text = value.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private mutating func line(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        bytes.append(UInt8(ascii: "\n"))
    }
}

/// The type of a metric, as spelled in the text format.
package enum PrometheusKind: String, Sendable {
    /// A value that only increases.
    case counter
    /// A value that goes up and down.
    case gauge
    /// The number of values in each range.
    case histogram
}

/// The labels of a series, formatted as in `outcome="attached",policy="hive"`.
struct PrometheusLabels: Hashable, Sendable {
    /// The text without braces; empty for no labels.
    let text: String

    /// Formats labels in order; of two labels with the same name the first counts.
    init(_ pairs: [(String, String)]) {
        var seen: Set<String> = []
        text = pairs.compactMap { name, value in
            let name = PrometheusName.label(name)
            return seen.insert(name).inserted ? "\(name)=\"\(Self.escaped(value))\"" : nil
        }.joined(separator: ",")
    }

    func adding(_ name: String, _ value: String) -> String {
        let label = "\(name)=\"\(value)\""
        return text.isEmpty ? label : "\(text),\(label)"
    }

    /// The text format escapes backslashes, quotation marks and line feeds in values.
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

/// Valid Prometheus names; https://prometheus.io/docs/concepts/data_model/
enum PrometheusName {
    /// Makes a metric name, `[a-zA-Z_:][a-zA-Z0-9_:]*`; other characters become underscores.
    static func metric(_ text: String) -> String { fitting(text) { $0 == UInt8(ascii: ":") } }

    /// Makes a label name, `[a-zA-Z_][a-zA-Z0-9_]*`; other characters become underscores.
    static func label(_ text: String) -> String { fitting(text) { _ in false } }

    private static func fitting(_ text: String, _ isAlsoAllowed: (UInt8) -> Bool) -> String {
        var bytes = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                byte
            default: isAlsoAllowed(byte) ? byte : UInt8(ascii: "_")
            }
        }
        if bytes.first.map({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) ?? true {
            bytes.insert(UInt8(ascii: "_"), at: 0)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
