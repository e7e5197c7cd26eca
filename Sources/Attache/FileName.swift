/// The name of a local file.
enum FileName {
    /// The extension of a path's last component, in lower case.
    ///
    /// - Returns: The part behind the last full stop, or `nil` when there is none or the name begins with it.
    static func pathExtension(_ path: String) -> String? {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        let text = name[name.index(after: dot)...]
        return text.isEmpty ? nil : text.lowercased()
    }
}
