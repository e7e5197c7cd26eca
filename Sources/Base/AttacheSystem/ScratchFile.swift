import Glibc

/// A file without a name, which the kernel removes with its last descriptor, also after a crash.
package struct ScratchFile: Sendable {
    /// `O_TMPFILE`, a macro of several parts that Swift does not import.
    private static let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY
    private static let pieceSize = 256 * 1024

    /// The file, open for reading and writing.
    package let descriptor: FileDescriptor

    /// Opens an empty file on the file system of a directory.
    package init(in directory: String) throws(SystemCallError) {
        var number = unsafe open(directory, Self.unnamed | O_RDWR | O_CLOEXEC, 0o600)
        if number < 0 {
            // Not every file system has files without a name, so a name is removed at once.
            var path = Array("\(directory)/.scratch-XXXXXX".utf8CString)
            number = unsafe mkstemp(&path)
            if number >= 0 {
                unsafe unlink(path)
                _ = fcntl(number, F_SETFD, FD_CLOEXEC)
            }
        }
        guard number >= 0 else {
            throw SystemCallError(operation: "create a temporary file in", path: directory, code: errno)
        }
        descriptor = FileDescriptor(number)
    }

    /// The length in bytes; 0 when it cannot be read.
    package var byteCount: Int {
        var status = stat()
        return unsafe fstat(descriptor.number, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Writes bytes behind the last ones that were written.
    package func append(_ bytes: [UInt8]) throws(SystemCallError) {
        let code = unsafe bytes.withUnsafeBytes { unsafe FileDescriptor.writeAll($0, to: descriptor.number) }
        guard code == 0 else { throw SystemCallError(operation: "write a temporary file", code: code) }
    }

    /// Reads bytes from an offset; fewer at the end of the file only.
    package func read(at offset: Int, count: Int) throws(SystemCallError) -> [UInt8] {
        try FileDescriptor.readAll(count, from: descriptor.number, at: offset)
    }

    /// Passes the whole content to `body`, piece by piece.
    package func forEachPiece(_ body: ([UInt8]) throws(SystemCallError) -> Void) throws(SystemCallError) {
        var offset = 0
        while true {
            let piece = try read(at: offset, count: Self.pieceSize)
            if piece.isEmpty { return }
            try body(piece)
            offset += piece.count
        }
    }

    /// The same file for reading only, as a program gets it.
    package func readOnly() throws(SystemCallError) -> FileDescriptor {
        let path = "/proc/self/fd/\(descriptor.number)"
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw SystemCallError(operation: "open", path: path, code: errno) }
        return FileDescriptor(number)
    }
}
