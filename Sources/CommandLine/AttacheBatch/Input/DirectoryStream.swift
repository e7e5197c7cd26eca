import AttacheCore
import Glibc
import SystemPackage

/// The entries of one open directory, in the order of the file system.
@safe final class DirectoryStream {
    struct Entry {
        let name: FilePath.Component
        /// The file type bits of `st_mode`, without following a link; 0 when the entry no longer exists.
        let kind: mode_t
    }

    private let stream: OpaquePointer
    /// The `errno` of a failed read of the directory, or 0.
    private(set) var failureCode: Int32 = 0

    /// Opens a directory; returns `nil` with the cause in `errno`.
    convenience init?(_ path: FilePath, followsLink: Bool) {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW)
        self.init(opened: unsafe path.withPlatformString { unsafe Glibc.open($0, flags) })
    }

    /// Opens a subdirectory without following a link, wherever `parent` has moved; returns `nil` with the cause in
    /// `errno`.
    convenience init?(_ name: FilePath.Component, in parent: DirectoryStream) {
        self.init(opened: parent.open(name, O_RDONLY | O_DIRECTORY))
    }

    private init?(opened number: Int32) {
        guard number >= 0 else { return nil }
        guard let stream = unsafe fdopendir(number) else {
            let code = errno
            close(number)
            errno = code
            return nil
        }
        unsafe self.stream = unsafe stream
    }

    deinit {
        unsafe closedir(stream)
    }

    func next() -> Entry? {
        while true {
            // A null is the end or a failure; only `errno` distinguishes them.
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                failureCode = errno
                return nil
            }
            // Unsafe, and right: `d_name` ends in a zero byte and is copied before the next call of `readdir`.
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { text in
                    unsafe FilePath.Component(platformString: text)
                }
            }
            guard let name, name.kind == .regular else { continue }
            return unsafe Entry(name: name, kind: kind(of: name, typed: entry.pointee.d_type))
        }
    }

    /// Opens an entry without following a link. Returns a descriptor that the caller closes, or -1 with the cause in
    /// `errno`.
    func open(_ name: FilePath.Component, _ flags: Int32) -> Int32 {
        unsafe name.withPlatformString { unsafe openat(dirfd(stream), $0, flags | O_CLOEXEC | O_NOFOLLOW) }
    }

    /// Returns the `stat` of an entry, or `nil` when it does not exist.
    func status(of name: FilePath.Component, followsLink: Bool) -> stat? {
        var status = stat()
        let code = unsafe name.withPlatformString { text in
            unsafe fstatat(dirfd(stream), text, &status, followsLink ? 0 : AT_SYMLINK_NOFOLLOW)
        }
        return code == 0 ? status : nil
    }

    private func kind(of name: FilePath.Component, typed type: UInt8) -> mode_t {
        // Some file systems report no type. The type is the upper part of the mode.
        if Int32(type) != Int32(DT_UNKNOWN) { return mode_t(type) << 12 }
        return status(of: name, followsLink: false).map { $0.st_mode & S_IFMT } ?? 0
    }
}

extension FilePath {
    /// Creates a path from bytes; `nil` when they contain a zero.
    init?(bytes: [UInt8]) {
        guard !bytes.contains(0) else { return nil }
        let text = bytes.map { CChar(bitPattern: $0) } + [0]
        self = unsafe text.withUnsafeBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe FilePath(platformString: $0) } ?? FilePath()
        }
    }

    var bytes: [UInt8] {
        unsafe withPlatformString { text in unsafe Array(UnsafeBufferPointer(start: text, count: length)) }
            .map { UInt8(bitPattern: $0) }
    }

    /// The path as unique text: bytes that are not UTF-8 are written in hexadecimal.
    var distinctText: String {
        String(validating: self) ?? "hex:" + HexText.of(bytes)
    }
}

extension FilePath.Component {
    var bytes: [UInt8] { FilePath(root: nil, [self]).bytes }

    /// Creates a name from bytes; `nil` when they are empty or contain a slash or a zero.
    init?(bytes: [UInt8]) {
        guard !bytes.contains(0) else { return nil }
        let text = bytes.map { CChar(bitPattern: $0) } + [0]
        guard
            let component = unsafe text.withUnsafeBufferPointer({ buffer -> FilePath.Component? in
                guard let start = buffer.baseAddress else { return nil }
                return unsafe FilePath.Component(platformString: start)
            })
        else { return nil }
        self = component
    }
}
