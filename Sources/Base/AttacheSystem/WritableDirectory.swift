import Glibc

/// A check whether files can be created in a directory.
package enum WritableDirectory {
    /// Returns the reason why files cannot be created in a directory, or `nil` when they can; a directory that does not
    /// exist yet is judged by its nearest parent that does. It creates a directory there and removes it at once, since
    /// permissions alone do not show a read-only disk.
    package static func problem(_ path: String) -> SystemCallError? {
        var directory = path
        while true {
            var template = Array("\(directory)/.attache-XXXXXX".utf8CString)
            // Unsafe, and right: mkdtemp replaces six characters of the array, which ends with a zero.
            if unsafe mkdtemp(&template) != nil {
                _ = unsafe rmdir(template)
                return nil
            }
            let code = errno
            guard code == ENOENT, !exists(directory), let parent = parent(of: directory) else {
                // Space may be free again a moment later.
                let isBroken = !SystemCallError.isOutOfSpace(code)
                return isBroken ? SystemCallError(operation: "write to", path: directory, code: code) : nil
            }
            directory = parent
        }
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0
    }

    private static func parent(of path: String) -> String? {
        guard let slash = path.lastIndex(of: "/") else { return path == "." ? nil : "." }
        return slash == path.startIndex ? (path.count > 1 ? "/" : nil) : String(path[..<slash])
    }
}
