/// Writes the text format of Prometheus, version 0.0.4.
///
/// https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
struct ExpositionWriter {
    /// The text so far.
    private(set) var bytes: [UInt8] = []

    /// Writes what stands above a metric's samples.
    ///
    /// - Parameters:
    ///   - name: The metric's name.
    ///   - kind: What it is.
    ///   - help: One sentence, or `nil`.
    mutating func header(_ name: String, _ kind: PrometheusKind, help: String?) {
        if let help {
            let escaped = help.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
                .split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
            line("# HELP \(name) \(escaped)")
        }
        line("# TYPE \(name) \(kind.rawValue)")
    }

    /// Writes a sample.
    ///
    /// - Parameters:
    ///   - name: The sample's name.
    ///   - labels: What stands between the braces, or nothing.
    ///   - value: Its value.
    mutating func sample(_ name: String, _ labels: String, _ value: Int64) {
        line(labels.isEmpty ? "\(name) \(value)" : "\(name){\(labels)} \(value)")
    }

    /// Writes a sample.
    ///
    /// - Parameters:
    ///   - name: The sample's name.
    ///   - labels: What stands between the braces, or nothing.
    ///   - value: Its value.
    mutating func sample(_ name: String, _ labels: String, _ value: Double) {
        let text = Self.text(value)
        line(labels.isEmpty ? "\(name) \(text)" : "\(name){\(labels)} \(text)")
    }

    /// A number in the words of the format: Go's, where infinity has a sign and NaN capitals.
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

/// What a metric is; the words of the text format.
package enum PrometheusKind: String, Sendable {
    /// Only ever grows.
    case counter
    /// Goes up and down.
    case gauge
    /// How often a value fell into each range.
    case histogram
}

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

/// Makes names that Prometheus takes; https://prometheus.io/docs/concepts/data_model/
enum PrometheusName {
    /// A metric's name: `[a-zA-Z_:][a-zA-Z0-9_:]*`.
    ///
    /// - Parameter text: Any name, such as `http.requests`.
    /// - Returns: The same with an underscore for everything that must not stand in it.
    static func metric(_ text: String) -> String { fitting(text) { $0 == UInt8(ascii: ":") } }

    /// A label's name: `[a-zA-Z_][a-zA-Z0-9_]*`.
    ///
    /// - Parameter text: Any name.
    /// - Returns: The same with an underscore for everything that must not stand in it.
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
