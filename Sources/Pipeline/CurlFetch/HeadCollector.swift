import AttacheCore

/// Collects header lines into the response's head, within limits, and checks its framing.
///
/// libcurl is lenient where framing is ambiguous; two programs that read a length differently make response smuggling
/// possible, so ambiguous framing is refused here.
struct HeadCollector {
    enum Step {
        case more
        case complete(ResponseHead)
        case refused(Reason)
    }

    /// The limit of bytes of all header lines, including interim responses and trailers.
    static let byteLimit = 64 * 1024
    static let fieldLimit = 256
    /// The limit of interim (1xx) responses before the final response.
    static let interimLimit = 16

    private(set) var head: ResponseHead?
    private var status = 0
    private var fields: [(name: String, value: String)] = []
    private var byteCount = 0
    private var interimCount = 0

    /// Takes one line, including its line end.
    mutating func take(_ line: Span<UInt8>) -> Step {
        byteCount += line.count
        guard byteCount <= Self.byteLimit else { return .refused(Self.tooLarge("\(Self.byteLimit) bytes")) }
        // Trailer fields are counted above and otherwise ignored.
        guard head == nil else { return .more }
        let line = line.extracting(line.trimmingEnd(line.indices))
        if line.text(line.indices.prefix(5)) == "HTTP/" {
            // A second status line inside a head would hide the fields before it.
            guard status == 0 else { return .refused(Self.badStatus) }
            fields = []
            status = Self.status(line.text(line.indices))
            return (100...599).contains(status) ? .more : .refused(Self.badStatus)
        }
        return line.isEmpty ? endHead() : takeField(line)
    }

    private mutating func takeField(_ line: Span<UInt8>) -> Step {
        guard fields.count < Self.fieldLimit else { return .refused(Self.tooLarge("\(Self.fieldLimit) fields")) }
        guard let colon = line.indices.first(where: { line[$0] == UInt8(ascii: ":") }) else { return .more }
        fields.append((line.text(0..<colon), line.text(line.trimming(colon + 1..<line.count))))
        return .more
    }

    private mutating func endHead() -> Step {
        // Each response has its own status line, also the one after an interim response.
        guard status != 0 else { return .refused(Self.badStatus) }
        if (100...199).contains(status) {
            interimCount += 1
            status = 0
            return interimCount <= Self.interimLimit
                ? .more : .refused(Self.tooLarge("\(Self.interimLimit) interim responses"))
        }
        let head = ResponseHead(status: status, fields: fields)
        if let reason = Self.framingRefusal(head) { return .refused(reason) }
        self.head = head
        return .complete(head)
    }

    /// `HTTP/1.1 200 OK` and `HTTP/2 200` both have the status as their second word.
    private static func status(_ line: String) -> Int {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count >= 2, words[1].utf8.count == 3 else { return 0 }
        return Int(words[1]) ?? 0
    }

    private static func framingRefusal(_ head: ResponseHead) -> Reason? {
        let lengths = head.values("Content-Length")
        let encodings = head.values("Transfer-Encoding")
        if lengths.count > 1 { return badFraming("it announces \(lengths.count) lengths") }
        if let length = lengths.first {
            let isNumber = !length.isEmpty && length.utf8.allSatisfy { (0x30...0x39).contains($0) }
            guard isNumber, Int(length) != nil else { return badFraming("its Content-Length is not a number") }
            if !encodings.isEmpty { return badFraming("it announces both a length and a transfer encoding") }
        }
        if encodings.count > 1 || encodings.contains(where: { $0.lowercased() != "chunked" }) {
            return badFraming("its transfer encoding is not just chunked")
        }
        return nil
    }

    private static func badFraming(_ what: String) -> Reason {
        Reason(
            .fetchBadFraming,
            "The origin's response cannot be read safely: \(what).",
            fix: "Repair the origin, or the proxy in front of it."
        )
    }

    private static let badStatus = Reason(
        .fetchBadFraming,
        "The origin's status line is not valid HTTP.",
        fix: "Check that an HTTP server answers on this port."
    )

    private static func tooLarge(_ limit: String) -> Reason {
        Reason(
            .fetchHeadersTooLarge,
            "The origin's response header has more than \(limit).",
            fix: "Send fewer and smaller header fields with media."
        )
    }
}

extension Span<UInt8> {
    fileprivate func text(_ range: Range<Int>) -> String {
        // Unsafe, and right: the bytes are read before the function returns.
        unsafe extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// The range without trailing white space. Fields are bytes (RFC 9110 §5.5), so only ASCII white space counts.
    fileprivate func trimmingEnd(_ range: Range<Int>) -> Range<Int> {
        range.lowerBound..<(range.last { !Self.isBlank(self[$0]) }.map { $0 + 1 } ?? range.lowerBound)
    }

    fileprivate func trimming(_ range: Range<Int>) -> Range<Int> {
        let range = trimmingEnd(range)
        return (range.first { !Self.isBlank(self[$0]) } ?? range.upperBound)..<range.upperBound
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) }
}
