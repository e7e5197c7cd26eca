public import AttacheCore

/// A result as another process wrote it: one line of `attache rewrite`, or the answer of the service.
///
/// Read with Attache's own lossless parser, so that `payload` and `userInfo` stay the exact text that was sent. There is no
/// `Decodable` conformance on purpose: a `Decoder` gives neither member order nor number text, so 0.10 would become 0.1.
public struct RewriteReport: Sendable, Equatable {
    /// The sender's own name for the item: a string or a number, as it was given.
    public let id: JSONText?
    /// Where the item came from, such as `stdin#3`.
    public let source: String
    /// What became of it.
    public let outcome: Outcome
    /// The policy's name; `nil` when the item was rejected.
    public let policy: String?
    /// The network's name; `nil` when the item was rejected.
    public let network: String?
    /// What the device shows; `nil` when the item was rejected.
    public let content: Content?
    /// What to send; `nil` when the item was rejected.
    public let payload: JSONText?
    /// The findings, the headline first.
    public let reasons: [Finding]
    /// Where the time went.
    public let timing: Timing

    /// The finding that decided the outcome: the first that blocks.
    public var headline: Finding? { reasons.first { $0.severity == .block } }

    /// Reads a report.
    ///
    /// Members that this version does not know are passed over.
    ///
    /// - Parameter json: One JSON object of the schema `attache/1`; white space around it is allowed.
    /// - Throws: `RewriteReportError` with the first thing that is wrong.
    public init(json: [UInt8]) throws(RewriteReportError) {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(parsing: json)
        } catch {
            throw RewriteReportError(description: "\(error)")
        }
        guard document.root.kind == .object else { throw RewriteReportError(description: "A report is an object.") }
        let report = ReportObject(value: document.root, path: "$")
        let schema = try report.required("schema", report.string("schema"))
        guard schema == ResultEncoder.schema else {
            throw RewriteReportError(description: "The schema \"\(schema)\" is not \(ResultEncoder.schema).")
        }
        id = report.text("id")
        source = try report.required("source", report.string("source"))
        outcome = try report.required("outcome", report.word("outcome", of: Outcome.self))
        policy = try report.string("policy")
        network = try report.string("network")
        content = try report.object("content").map { object throws(RewriteReportError) in try Content(object) }
        payload = report.text("payload")
        reasons = try report.objects("reasons").map { object throws(RewriteReportError) in try Finding(object) }
        timing = try Timing(report.required("timing", report.object("timing")))
    }
}
