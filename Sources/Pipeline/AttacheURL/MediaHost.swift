/// The host of a media URL in the canonical form that is checked, resolved, connected to and logged.
package enum MediaHost: Hashable, Sendable {
    /// A name as an A-label, lower case, without a trailing full stop.
    case name(String)
    /// A literal address, independent of its spelling in the URL.
    case address(IPAddress)
}

extension MediaHost: CustomStringConvertible {
    /// The name, or the address without brackets.
    package var description: String {
        switch self {
        case .name(let name): name
        case .address(let address): address.description
        }
    }

    /// The host as written in a URL: an IPv6 address in brackets.
    package var authorityText: String {
        if case .address(.v6) = self { return "[\(description)]" }
        return description
    }
}

/// The rules of host names in A-label form: letters, digits, hyphens and underscores in labels of 1 to 63 bytes.
enum HostName {
    /// Limit of a name in bytes, without the root's full stop (RFC 1035 §2.3.4).
    static let byteLimit = 253
    /// Limit of a label in bytes (RFC 1035 §2.3.4).
    static let labelByteLimit = 63

    /// The predicate of a sentence about the error of a lower-case name without a trailing full stop; `nil` for a valid
    /// name.
    static func problem(with name: ArraySlice<UInt8>) -> String? {
        guard name.count <= byteLimit else { return "is longer than \(byteLimit) bytes" }
        var labelStart = name.startIndex
        for index in name.startIndex...name.endIndex {
            if index < name.endIndex, name[index] != UInt8(ascii: ".") {
                guard isAllowed(name[index]) else { return "has a character that is not allowed in a host name" }
                continue
            }
            guard index > labelStart else { return "has an empty label" }
            guard index - labelStart <= labelByteLimit else { return "has a label longer than \(labelByteLimit) bytes" }
            labelStart = index + 1
        }
        return nil
    }

    /// RFC 952 excludes underscores, but storage services use them and all resolvers accept them.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// A mapping of host names to A-labels.
package protocol HostCanonicalizing: Sendable {
    /// Maps a UTF-8 name, percent-decoded once, by UTS 46 and IDNA 2008, independent of the locale; `nil` when it is
    /// not valid.
    func aLabel(of name: String) -> String?
}
