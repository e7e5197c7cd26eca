@testable import AttacheCore
@testable import CurlFetch

/// Response heads, line by line, and the decision for each.
enum ResponseHeadTarget {
    private static let rule = ResponseHeadRule(policy: Policy(name: "fuzz"))
    private static let limit = 10_000_000

    static func run(_ bytes: [UInt8]) {
        var collector = HeadCollector()
        var lengths: [ArraySlice<UInt8>] = []
        var encodings: [ArraySlice<UInt8>] = []
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if line.starts(with: "HTTP/".utf8) { (lengths, encodings) = ([], []) }
            if let value = value(of: "content-length", in: line) { lengths.append(value) }
            if let value = value(of: "transfer-encoding", in: line) { encodings.append(value) }
            let whole = line + [0x0A]
            switch collector.take(whole.span) {
            case .more: continue
            case .refused(let reason): return require(reason.severity == .block, "a refusal blocks")
            case .complete(let head):
                // Counted again from the bytes: two parsers that disagree about a length enable response smuggling.
                require(lengths.count <= 1, "one length at most")
                require(lengths.isEmpty || encodings.isEmpty, "no length beside a transfer encoding")
                require(encodings.count <= 1, "one transfer encoding at most")
                return decide(head)
            }
        }
    }

    private static func decide(_ head: ResponseHead) {
        require((200...599).contains(head.status), "the head is that of a final response")
        guard case .proceed = rule.decide(head, limit: limit) else { return }
        require((200...299).contains(head.status), "only a success has a body that is media")
        require((rule.declaredLength(head) ?? 0) <= limit, "no body over the limit is read")
    }

    /// The value after a name and its colon, ignoring case, as naively as possible.
    private static func value(of name: String, in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard line.count > name.utf8.count, line[line.startIndex + name.utf8.count] == UInt8(ascii: ":") else {
            return nil
        }
        let isNamed = zip(line, name.utf8).allSatisfy { byte, letter in
            (0x41...0x5A).contains(byte) ? byte + 0x20 == letter : byte == letter
        }
        return isNamed ? line.dropFirst(name.utf8.count + 1) : nil
    }
}
