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
