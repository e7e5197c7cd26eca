/// The host of a media URL, in the one form that is judged, resolved, dialled and logged.
package enum MediaHost: Hashable, Sendable {
    /// A name as an A-label, lower case, without a trailing full stop.
    case name(String)
    /// A literal address, whatever spelling the URL used.
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

    /// The host as it stands in a URL: an IPv6 address in brackets.
    package var authorityText: String {
        if case .address(.v6) = self { return "[\(description)]" }
        return description
    }
}

/// The rules of a host name in A-label form: letters, digits, hyphens and underscores in labels of 1 to 63 bytes.
enum HostName {
    /// The longest name in bytes, without the root's full stop (RFC 1035 §2.3.4).
    static let byteLimit = 253
    /// The longest label in bytes (RFC 1035 §2.3.4).
    static let labelByteLimit = 63

    /// Finds what is wrong with a name.
    ///
    /// - Parameter name: The name in lower case, without a trailing full stop.
    /// - Returns: The end of a sentence that begins with the name, or `nil` when nothing is wrong.
    static func problem(with name: ArraySlice<UInt8>) -> String? {
        guard name.count <= byteLimit else { return "is longer than \(byteLimit) bytes" }
        var labelStart = name.startIndex
        for index in name.startIndex...name.endIndex {
            if index < name.endIndex, name[index] != UInt8(ascii: ".") {
                guard isAllowed(name[index]) else { return "has a character that no host name may have" }
                continue
            }
            guard index > labelStart else { return "has an empty label" }
            guard index - labelStart <= labelByteLimit else { return "has a label longer than \(labelByteLimit) bytes" }
            if name[labelStart] == UInt8(ascii: "-") || name[index - 1] == UInt8(ascii: "-") {
                return "has a label that begins or ends with a hyphen"
            }
            labelStart = index + 1
        }
        return nil
    }

    /// Underscores are no part of a host name by RFC 952, but storage services use them and every resolver takes them.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// Turns a host name as written into the A-label that is judged and resolved.
package protocol HostCanonicalizing: Sendable {
    /// Maps a name by UTS 46 and IDNA 2008, independent of the locale.
    ///
    /// - Parameter name: A host name in UTF-8, percent-decoded once.
    /// - Returns: The A-label form in lower case, or `nil` when the name is not valid.
    func aLabel(of name: String) -> String?
}
