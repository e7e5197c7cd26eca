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
    /// `nil` where there is none: no full stop, one at the very beginning or end, or a slash, space or control character
    /// behind it.
    package var pathExtension: String? {
        let component = lastPathComponent
        // Names that begin with a full stop are hidden files, not extensions.
        guard let stop = component.lastIndex(of: "."), component.first != "." else { return nil }
        let suffix = component[component.index(after: stop)...]
        guard !suffix.isEmpty, suffix.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }) else {
            return nil
        }
        return suffix.lowercased()
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
