import Glibc

/// The names in a directory.
enum DirectoryListing {
    /// Lists a directory.
    ///
    /// - Parameter directory: An open directory; it stays open.
    /// - Returns: The names that do not begin with a full stop, in no order; empty when it cannot be read.
    static func names(of directory: FileDescriptor) -> [String] {
        // The stream takes a descriptor over and moves its position, so it gets its own.
        let number = unsafe openat(directory.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { return [] }
        guard let stream = unsafe fdopendir(number) else {
            close(number)
            return []
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            // Unsafe, and right: `d_name` ends in a zero byte and is copied before the next call of `readdir`.
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}
