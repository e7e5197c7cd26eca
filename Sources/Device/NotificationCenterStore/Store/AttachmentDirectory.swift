import AttacheCore
import AttacheSystem
import Glibc

/// The directory with the centre's own copies of attachments.
///
/// Files are created and swept within transactions that hold the lock of writers: a file without a row is therefore never
/// one that another process is about to commit.
struct AttachmentDirectory: Sendable {
    /// The absolute path.
    let path: String

    /// Copies a file under a new name, which is returned with the number of bytes.
    func copy(_ source: String) throws(SystemCallError) -> (name: String, byteCount: Int) {
        let input = unsafe open(source, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard input >= 0 else { throw SystemCallError(operation: "read", path: source, code: errno) }
        let reader = FileDescriptor(input)
        var status = stat()
        guard unsafe fstat(input, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw SystemCallError(operation: "read", path: source, code: EINVAL)
        }
        let name = Self.freshName(like: source)
        let target = self.path(of: name)
        try Paths.makeFolder(path, mode: 0o700)
        let output = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw SystemCallError(operation: "create", path: target, code: errno) }
        let writer = FileDescriptor(output)
        var offset = 0
        do throws(SystemCallError) {
            while case let piece = try FileDescriptor.readAll(256 * 1024, from: reader.number, at: offset, path: source),
                !piece.isEmpty
            {
                let code = unsafe piece.withUnsafeBytes { unsafe FileDescriptor.writeAll($0, to: writer.number) }
                guard code == 0 else { throw SystemCallError(operation: "write", path: target, code: code) }
                offset += piece.count
            }
        } catch {
            remove([name])
            throw error
        }
        return (name, offset)
    }

    /// Removes files of the centre; those that do not exist are ignored.
    func remove(_ names: some Sequence<String>) {
        for name in names where Self.isOwn(name) { _ = unsafe unlink(path(of: name)) }
    }

    /// Whether a name is one that `copy` gives: 32 hexadecimal digits, and perhaps an extension.
    ///
    /// The directory may be one that the user had before, and the database may be damaged.
    static func isOwn(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard let base = parts.first, parts.count <= 2, base.count == 32 else { return false }
        return base.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
            && parts.dropFirst().allSatisfy { (1...16).contains($0.count) && $0.allSatisfy(Self.isPlain) }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }

    func path(of name: String) -> String { "\(path)/\(name)" }

    /// The name of a file of this directory; `nil` for other paths.
    func name(of file: String) -> String? {
        guard file.hasPrefix(path + "/") else { return nil }
        let name = String(file.dropFirst(path.count + 1))
        return Self.isOwn(name) ? name : nil
    }

    /// The names of the centre's files; none when there is no directory.
    var names: [String] { (Paths.names(in: path) ?? []).filter(Self.isOwn) }

    /// Removes the directory with all files.
    func removeAll() {
        remove(names)
        _ = unsafe rmdir(path)
    }

    /// A random name with the extension of a file.
    private static func freshName(like source: String) -> String {
        var random = SystemRandomNumberGenerator()
        let base = HexText.of(random.next() as UInt64) + HexText.of(random.next() as UInt64)
        let last = source.split(separator: "/").last ?? ""
        guard let dot = last.lastIndex(of: "."), dot > last.startIndex else { return base }
        let suffix = last[last.index(after: dot)...]
        let name = "\(base).\(suffix)"
        return isOwn(name) ? name : base
    }
}
