package import AttacheSystem
import Glibc

/// Files of a scratch package.
package enum ScratchFile {
    /// Writes a file with its folders, unless it has the same bytes: the build compares times.
    package static func write(_ bytes: [UInt8], to path: String) throws(SystemCallError) {
        if let known = try? FileDescriptor.readAll(path: path, limit: bytes.count), known == bytes { return }
        if let slash = path.lastIndex(of: "/") { try Paths.makeFolder(String(path[..<slash])) }
        let number = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard number >= 0 else { throw SystemCallError(operation: "write", path: path, code: errno) }
        let file = FileDescriptor(number)
        let code = unsafe bytes.withUnsafeBytes { unsafe FileDescriptor.writeAll($0, to: file.number) }
        guard code == 0 else { throw SystemCallError(operation: "write", path: path, code: code) }
    }

    /// Removes the Swift files of a folder that have none of the names.
    static func removeOthers(than names: Set<String>, in directory: String) {
        for name in Paths.names(in: directory) ?? [] where name.hasSuffix(".swift") && !names.contains(name) {
            _ = unsafe unlink("\(directory)/\(name)")
        }
    }
}

extension String {
    /// The text as a literal of Swift.
    package var quoted: String {
        "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
