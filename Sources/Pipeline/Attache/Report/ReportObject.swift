import AttacheCore

/// A JSON object of a report, with members read by name and kind; absent members are `nil`.
struct ReportObject {
    let value: JSONValue
    let path: String

    func string(_ name: String) throws(RewriteReportError) -> String? {
        try read(name, "a string") { $0.string }
    }

    func integer(_ name: String) throws(RewriteReportError) -> Int? {
        try read(name, "a whole number") { $0.integer }
    }

    func number(_ name: String) throws(RewriteReportError) -> Double? {
        try read(name, "a number") { $0.double }
    }

    func boolean(_ name: String) throws(RewriteReportError) -> Bool? {
        try read(name, "true or false") { $0.boolean }
    }

    /// Reads a number of milliseconds.
    func duration(_ name: String) throws(RewriteReportError) -> Duration? {
        try number(name).map { .nanoseconds(Int64(($0 * 1_000_000).rounded())) }
    }

    /// Reads any value as its JSON text.
    func text(_ name: String) -> JSONText? {
        value[name].map { JSONText(Array($0.text.utf8)) }
    }

    /// Reads a raw value of an enumeration.
    func word<Word: RawRepresentable & CaseIterable>(
        _ name: String,
        of type: Word.Type
    ) throws(RewriteReportError) -> Word? where Word.RawValue == String {
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        return try read(name, "one of \(words)") { $0.string.flatMap(Word.init) }
    }

    func object(_ name: String) throws(RewriteReportError) -> ReportObject? {
        try read(name, "an object") { $0.kind == .object ? ReportObject(value: $0, path: "\(path).\(name)") : nil }
    }

    /// Reads the objects of an array; none when it is absent.
    func objects(_ name: String) throws(RewriteReportError) -> [ReportObject] {
        let array = try read(name, "an array of objects") { value in
            value.kind == .array && value.elements.allSatisfy { $0.kind == .object } ? value : nil
        }
        return array?.elements.enumerated().map { ReportObject(value: $1, path: "\(path).\(name)[\($0)]") } ?? []
    }

    func required<Member>(_ name: String, _ member: Member?) throws(RewriteReportError) -> Member {
        guard let member else { throw RewriteReportError(description: "\(path).\(name) is missing.") }
        return member
    }

    private func read<Member>(
        _ name: String,
        _ kind: String,
        _ convert: (JSONValue) -> Member?
    ) throws(RewriteReportError) -> Member? {
        guard let member = value[name] else { return nil }
        guard let converted = convert(member) else {
            throw RewriteReportError(description: "\(path).\(name) is not \(kind).")
        }
        return converted
    }
}

/// One JSON value as its exact source text: member order, number text and escapes included.
public struct JSONText: Sendable, Hashable, CustomStringConvertible {
    /// The text in UTF-8.
    public let bytes: [UInt8]

    /// The text.
    public var description: String { String(decoding: bytes, as: UTF8.self) }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}
