/// The arithmetic of paths in RFC 3986 §5.2.
enum URLPath {
    /// Merges the path of a relative reference with its base (§5.2.3).
    ///
    /// - Parameters:
    ///   - path: The reference's path, not empty.
    ///   - base: The base URL's path, which begins with a slash.
    /// - Returns: The merged path, dot segments still in it.
    static func merging(_ path: [UInt8], with base: String) -> [UInt8] {
        if path.first == UInt8(ascii: "/") { return path }
        let baseBytes = Array(base.utf8)
        let directoryEnd = baseBytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        return Array(baseBytes[..<directoryEnd]) + path
    }

    /// Removes `.` and `..` segments (§5.2.4); `..` above the root is dropped.
    ///
    /// - Parameter path: A path that begins with a slash.
    /// - Returns: The path without dot segments.
    static func removingDotSegments(_ path: [UInt8]) -> [UInt8] {
        guard hasDotSegment(path) else { return path }
        var kept: [ArraySlice<UInt8>] = []
        let segments = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isDouble = segment.elementsEqual("..".utf8)
            guard isDouble || segment.elementsEqual(".".utf8) else {
                kept.append(segment)
                continue
            }
            if isDouble { _ = kept.popLast() }
            // A dot segment at the end names a directory, so its slash stays.
            if index == segments.count - 1 { kept.append([]) }
        }
        return [UInt8(ascii: "/")] + kept.joined(separator: [UInt8(ascii: "/")])
    }

    private static func hasDotSegment(_ path: [UInt8]) -> Bool {
        for index in path.indices.dropLast() where path[index] == UInt8(ascii: "/") {
            if path[index + 1] == UInt8(ascii: ".") { return true }
        }
        return false
    }
}
