package import Attache
import AttacheCommandLine
import AttacheSystem
import Glibc

package struct TemporaryDirectory {
    package let path: String

    package init() throws(SurroundingsError) {
        let base = ProcessEnvironment.current["TMPDIR"] ?? "/tmp"
        var template = Array("\(base)/attache-demo-XXXXXX".utf8CString)
        // Unsafe, but correct: mkdtemp replaces the six letters and keeps the terminating zero.
        let isMade = unsafe template.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return false }
            return unsafe mkdtemp(start) != nil
        }
        guard isMade else {
            throw SurroundingsError(
                sentence:
                    "No directory could be made in \(base): \(SystemCallError.message(errno)). Set TMPDIR to another."
            )
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes the directory and its contents, as far as permissions allow.
    package func remove() {
        Self.remove(path)
    }

    /// Removes a directory and its contents, as far as permissions allow.
    package static func remove(_ path: String) {
        for name in names(in: path) { remove("\(path)/\(name)") }
        // An emptied directory, a file, or a link, which is not followed.
        _ = unsafe Glibc.remove(path)
    }

    private static func names(in path: String) -> [String] {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0, let stream = unsafe fdopendir(descriptor) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            // Unsafe, but correct: `d_name` ends in a zero byte and is copied before the next call of `readdir`.
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}
