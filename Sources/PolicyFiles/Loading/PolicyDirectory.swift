import Glibc

/// A directory of policy files.
package enum PolicyDirectory {
    /// Lists the policy files of a directory: names that end in `.yaml` or `.yml` and do not begin with a full stop.
    ///
    /// - Parameter path: The directory.
    /// - Returns: The files' paths, sorted by name in byte order; subdirectories are not entered.
    /// - Throws: `PolicyProblem` naming the directory when it cannot be read.
    package static func files(in path: String) throws(PolicyProblem) -> [String] {
        guard let stream = unsafe opendir(path) else {
            let code = errno
            var problem = SmallFile.problem(path, code)
            if code == ENOTDIR { problem.fix = "name a directory, or use --policy for a single file" }
            throw problem
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            // Unsafe, and right: `d_name` ends in a zero byte and is copied before the next call of `readdir`.
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if !name.hasPrefix("."), name.hasSuffix(".yaml") || name.hasSuffix(".yml") { names.append(name) }
        }
        let prefix = path.hasSuffix("/") ? path : path + "/"
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { prefix + $0 }
    }
}
