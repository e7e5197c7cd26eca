import AttacheCore
import Hummingbird

/// Which part of a result a response carries: `?emit=`.
enum EmitPart: String, CaseIterable, Sendable {
    case report
    case content
    case payload

    /// What a request asks for; the whole result where it says nothing.
    ///
    /// - Parameter request: The request.
    /// - Throws: `Problem` when there is no such part.
    init(_ request: Request) throws(Problem) {
        guard request.uri.query != nil, let text = request.uri.queryParameters["emit"] else {
            self = .report
            return
        }
        guard let part = EmitPart(rawValue: String(text)) else {
            let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(.badRequest, "There is no emit=\(text); use one of \(names).")
        }
        self = part
    }

    /// The part as one JSON value without a line break.
    func bytes(of result: RewriteResult) -> [UInt8] {
        var writer = JSONWriter()
        write(result, to: &writer)
        return writer.bytes
    }

    /// Writes the part.
    func write(_ result: RewriteResult, to writer: inout JSONWriter) {
        switch self {
        case .report: ResultEncoder().report(result, to: &writer)
        case .content: ResultEncoder().content(result, to: &writer)
        case .payload: ResultEncoder().payload(result, to: &writer)
        }
    }
}
