import AttacheCore

/// Which part of a result a response carries: `?emit=`.
enum OutputFormat: String, CaseIterable, Sendable {
    case report
    case content
    case payload

    /// What a request asks for; the whole result where it says nothing.
    ///
    /// - Parameter name: What it says.
    /// - Throws: `Problem` when there is no such part.
    init(named name: Substring?) throws(Problem) {
        guard let name else {
            self = .report
            return
        }
        guard let part = OutputFormat(rawValue: String(name)) else {
            let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(.badRequest, "There is no emit=\(name); use one of \(names).")
        }
        self = part
    }

    /// The part as one JSON value without a line break.
    func bytes(of result: RewriteResult) -> [UInt8] {
        var writer = JSONWriter()
        write(result, to: &writer)
        return writer.bytes
    }

    /// Writes the part of one of many results as a line, with what it takes to match it to its item.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - writer: Takes the line.
    func writeLine(of result: RewriteResult, to writer: inout JSONWriter) {
        if self == .report {
            write(result, to: &writer)
        } else {
            ResultEncoder().labelled(result, member: rawValue, to: &writer) { write($0, to: &$1) }
        }
        writer.endLine()
    }

    private func write(_ result: RewriteResult, to writer: inout JSONWriter) {
        switch self {
        case .report: ResultEncoder().report(result, to: &writer)
        case .content: ResultEncoder().content(result, to: &writer)
        case .payload: ResultEncoder().payload(result, to: &writer)
        }
    }
}
