import Glibc

/// What the system knows of paths and folders.
package enum Paths {
    /// The names in a folder in any order, at most `limit`; `nil` where it cannot be read, with the cause in `errno`.
    package static func names(in folder: String, limit: Int = .max) -> [String]? {
        guard let stream = unsafe opendir(folder) else { return nil }
        defer { _ = unsafe closedir(stream) }
        var names: [String] = []
        while names.count < limit, let entry = unsafe readdir(stream) {
            // Unsafe, and right: `d_name` ends in a zero byte and is copied before the next call of `readdir`.
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    /// The path from the root, without links; `nil` where there is no such file.
    package static func resolved(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        // Unsafe, and right: the C library allocated the text for this caller.
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    /// The path from the root; links stay.
    package static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = unsafe getcwd(nil, 0) else { return path }
        // Unsafe, and right: the C library allocated the text for this caller.
        defer { unsafe free(folder) }
        return unsafe "\(String(cString: folder))/\(path)"
    }

    /// Makes a folder with those above it; existing ones stay as they are.
    package static func makeFolder(_ path: String, mode: UInt32 = 0o777) throws(SystemCallError) {
        guard unsafe mkdir(path, mode) != 0, errno != EEXIST else { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
            throw SystemCallError(operation: "make", path: path, code: errno)
        }
        try makeFolder(String(path[..<slash]), mode: mode)
        guard unsafe mkdir(path, mode) == 0 || errno == EEXIST else {
            throw SystemCallError(operation: "make", path: path, code: errno)
        }
    }
}
