import AttacheCore
import AttacheSystem
import Glibc

/// The lock of a state directory, which one service uses at a time: two would evict each other's media and store
/// responses in one database.
///
/// The kernel releases it when the process ends, however it ends.
struct StateLock: Sendable {
    /// The bytes that a check writes: as many as a response and its part of the journal.
    private static let checkSize = 32 * 1024
    /// Where a check writes, behind the number of the process.
    private static let checkOffset = 64

    private let directory: String
    private let file: FileDescriptor

    /// Locks a directory, and creates it if it does not exist.
    ///
    /// - Parameter directory: The directory; `nil` for a service without one.
    /// - Throws: `ConfigurationError` when another service uses the directory, `SurroundingsError` when it cannot be
    ///   created or written.
    init?(_ directory: String?) throws {
        guard let directory else { return nil }
        if let code = Self.create(directory) { throw Self.unusable(directory, code) }
        let path = "\(directory)/lock"
        let number = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw Self.unusable(path, errno) }
        file = FileDescriptor(number)
        self.directory = directory
        guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK else { throw Self.unusable(path, errno) }
            let owner = Self.owner(number).map { " (process \($0))" } ?? ""
            throw ConfigurationError(
                problems: ["state: \(directory) is in use by another attached\(owner); use another --state."]
            )
        }
        // For the message above only: the lock itself is the kernel's.
        _ = ftruncate(number, 0)
        _ = FileDescriptor.writeAll(Array("\(getpid())\n".utf8), to: number)
    }

    /// Writes some bytes to the disk of the directory and removes them; returns a sentence when that fails, since a repeated
    /// request then has a second push. It waits for the disk, and one thread may call it at a time.
    func writingProblem() -> String? {
        let bytes = [UInt8](repeating: 0, count: Self.checkSize)
        var code = unsafe bytes.withUnsafeBytes {
            unsafe FileDescriptor.writeAll($0, to: file.number, at: Self.checkOffset)
        }
        if code == 0 { code = file.synchronize() }
        _ = ftruncate(file.number, off_t(Self.checkOffset))
        guard code != 0 else { return nil }
        return
            "The state directory \(directory) cannot be written: \(SystemCallError.message(code)). Until it can be "
            + "written, a request repeated with its Idempotency-Key is processed again."
    }

    /// Creates a directory and its parents with mode 0700; returns the system's `errno`, or `nil`.
    static func create(_ directory: String) -> Int32? {
        for (index, character) in directory.indices.map({ ($0, directory[$0]) }) where character == "/" {
            if index != directory.startIndex { _ = unsafe mkdir(String(directory[..<index]), 0o700) }
        }
        guard unsafe mkdir(directory, 0o700) != 0, errno != EEXIST else { return nil }
        return errno
    }

    /// The process that wrote its number into a lock file.
    private static func owner(_ number: Int32) -> Int? {
        guard let bytes = try? FileDescriptor.readAll(16, from: number, at: 0) else { return nil }
        return Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }

    private static func unusable(_ path: String, _ code: Int32) -> SurroundingsError {
        SurroundingsError(
            sentence:
                "Could not open or create \(path): \(SystemCallError.message(code)). Use --state with a directory of "
                + "the service's user."
        )
    }
}
