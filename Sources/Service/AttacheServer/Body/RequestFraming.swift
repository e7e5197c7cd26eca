/// What the headers of a request say of its body, as far as the service decides on it.
enum RequestFraming {
    /// Whether the service understands a `Transfer-Encoding`: `chunked` alone (RFC 9112 §6.1).
    static func isSupported(transferEncoding text: String) -> Bool {
        let coding = text.split(separator: ",", omittingEmptySubsequences: true).map { word in
            word.utf8.filter { $0 != 0x20 && $0 != 0x09 }
        }
        return coding.count == 1 && String(decoding: coding[0], as: UTF8.self).lowercased() == "chunked"
    }

    /// The value of a `Content-Length`, which is at most `Int.max` whatever the number is; `nil` if it is none.
    static func contentLength(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39) ~= $0 }) else { return nil }
        return Int(text) ?? .max
    }
}
