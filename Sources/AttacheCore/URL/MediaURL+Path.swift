extension MediaURL {
    /// The last path segment that is not empty, percent-decoded once; empty for the root, as written when it does not
    /// decode to UTF-8.
    package var lastPathComponent: String {
        let segment = Array(lastSegment)
        guard let decoded = PercentEncoding.decoding(segment[...]),
            let text = String(validating: decoded, as: UTF8.self)
        else { return String(decoding: segment, as: UTF8.self) }
        return text
    }

    /// The extension of the last path segment in lower case, by the rules of `URL.pathExtension`; query and fragment
    /// never count.
    ///
    /// `nil` where there is none: no full stop, only full stops before it, nothing behind it, or a space, a control
    /// character or a mark that turns the writing direction behind it.
    package var pathExtension: String? {
        let segment = Array(lastSegment)
        // Without escapes the segment is what it says, in ASCII.
        if !segment.contains(UInt8(ascii: "%")) { return Self.unescapedExtension(of: segment) }
        // An encoded slash ends a component once it is decoded.
        guard let name = lastPathComponent.split(separator: "/", omittingEmptySubsequences: false).last,
            let stop = name.lastIndex(of: ".")
        else { return nil }
        // Names that begin with full stops are hidden files, not extensions.
        guard name[..<stop].contains(where: { $0 != "." }) else { return nil }
        let suffix = name[name.index(after: stop)...]
        guard !suffix.isEmpty, suffix.unicodeScalars.allSatisfy(Self.isExtensionScalar) else { return nil }
        return suffix.lowercased()
    }

    private static func unescapedExtension(of segment: [UInt8]) -> String? {
        guard let stop = segment.lastIndex(of: UInt8(ascii: ".")), stop < segment.count - 1,
            segment[..<stop].contains(where: { $0 != UInt8(ascii: ".") })
        else { return nil }
        return String(decoding: segment[(stop + 1)...], as: UTF8.self).lowercased()
    }

    private static func isExtensionScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x20, 0x7F...0x9F, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: false
        default: true
        }
    }

    private var lastSegment: Substring.UTF8View.SubSequence {
        let slash = UInt8(ascii: "/")
        let bytes = path[...].utf8
        let end = bytes.lastIndex { $0 != slash }.map { bytes.index(after: $0) } ?? bytes.startIndex
        let trimmed = bytes[..<end]
        let start = trimmed.lastIndex(of: slash).map { trimmed.index(after: $0) } ?? trimmed.startIndex
        return trimmed[start...]
    }
}
