/// What `Cache-Control` says to a private cache of one client (RFC 9111 §5.2.2).
///
/// `s-maxage`, `public` and `private` say nothing to such a cache, and `must-revalidate` nothing new: a stale response is
/// never used without asking.
struct CacheControl: Equatable {
    /// Nothing of the response may be kept.
    var isNoStore = false
    /// The response may be kept, and is asked for again each time.
    var isNoCache = false
    /// How long it is fresh, in seconds.
    var maxAge: Int?

    /// The greatest number of seconds there is (RFC 9111 §1.2.2).
    static let greatestAge = 1 << 31

    /// Reads the values of every `Cache-Control` field.
    ///
    /// What contradicts itself is read so that less is kept; what is not known is passed over.
    ///
    /// - Parameter values: The values in the order they came.
    init(_ values: [String]) {
        for value in values {
            for directive in Self.directives(value) {
                let sign = directive.firstIndex(of: UInt8(ascii: "="))
                let name = directive[..<(sign ?? directive.endIndex)]
                switch String(decoding: name, as: UTF8.self).lowercased() {
                case "no-store": isNoStore = true
                // With field names only those must not be used unasked; keeping less is allowed.
                case "no-cache": isNoCache = true
                case "max-age":
                    let argument = sign.map { directive[directive.index(after: $0)...] } ?? []
                    maxAge = min(maxAge ?? .max, Self.seconds(argument))
                default: break
                }
            }
        }
    }

    /// A number of seconds; what is none makes the response stale (RFC 9111 §4.2.1).
    private static func seconds(_ argument: ArraySlice<UInt8>) -> Int {
        var digits = argument
        let quote = UInt8(ascii: "\"")
        if digits.count >= 2, digits.first == quote, digits.last == quote { digits = digits.dropFirst().dropLast() }
        guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else { return 0 }
        return min(Int(String(decoding: digits, as: UTF8.self)) ?? greatestAge, greatestAge)
    }

    /// The directives between the commas, those inside of quotation marks left alone, without white space around them.
    private static func directives(_ value: String) -> [ArraySlice<UInt8>] {
        let bytes = Array(value.utf8)
        var directives: [ArraySlice<UInt8>] = []
        var start = 0
        var isQuoted = false
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "\\") where isQuoted: index += 1
            case UInt8(ascii: ",") where !isQuoted:
                directives.append(trimmed(bytes[start..<index]))
                start = index + 1
            default: break
            }
            index += 1
        }
        directives.append(trimmed(bytes[start...]))
        return directives
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let blanks = [UInt8(ascii: " "), UInt8(ascii: "\t")]
        guard let first = bytes.firstIndex(where: { !blanks.contains($0) }),
            let last = bytes.lastIndex(where: { !blanks.contains($0) })
        else { return [] }
        return bytes[first...last]
    }
}
