import AttacheCore
import Glibc
import SystemPackage

/// The entries of one open directory, one after the other, in the order of the file system.
@safe final class DirectoryStream {
    /// One entry.
    struct Entry {
        let name: FilePath.Component
        /// The kind as `st_mode` tells it, without following a link; 0 when it is gone already.
        let kind: mode_t
    }

    private let stream: OpaquePointer
    /// Why the entries ended before the directory did; 0 when they did not.
    private(set) var failureCode: Int32 = 0

    /// Opens a directory, or is `nil` with the reason in `errno`.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - followsLink: Whether a link in its place is followed.
    convenience init?(_ path: FilePath, followsLink: Bool) {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW)
        self.init(opened: unsafe path.withPlatformString { unsafe Glibc.open($0, flags) })
    }

    /// Opens a directory within another, or is `nil` with the reason in `errno`; a link in its place is not followed.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - parent: The directory that it is in, wherever that is by now.
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

    /// The next entry, or `nil` at the end.
    func next() -> Entry? {
        while true {
            // A null is the end or a failure, and this alone tells which.
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

    /// Opens an entry without following a link; -1 with the reason in `errno`.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - flags: How it is opened.
    /// - Returns: A descriptor, which is the caller's to close.
    func open(_ name: FilePath.Component, _ flags: Int32) -> Int32 {
        unsafe name.withPlatformString { unsafe openat(dirfd(stream), $0, flags | O_CLOEXEC | O_NOFOLLOW) }
    }

    /// Asks the system about an entry.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - followsLink: Whether a link is followed.
    /// - Returns: What it says, or `nil` when there is no such entry.
    func status(of name: FilePath.Component, followsLink: Bool) -> stat? {
        var status = stat()
        let code = unsafe name.withPlatformString { text in
            unsafe fstatat(dirfd(stream), text, &status, followsLink ? 0 : AT_SYMLINK_NOFOLLOW)
        }
        return code == 0 ? status : nil
    }

    private func kind(of name: FilePath.Component, typed type: UInt8) -> mode_t {
        // Some file systems do not tell; the type is the upper part of the mode.
        if Int32(type) != Int32(DT_UNKNOWN) { return mode_t(type) << 12 }
        return status(of: name, followsLink: false).map { $0.st_mode & S_IFMT } ?? 0
    }
}

extension FilePath {
    /// A path from bytes; `nil` when they hold a zero.
    init?(bytes: [UInt8]) {
        guard !bytes.contains(0) else { return nil }
        let text = bytes.map { CChar(bitPattern: $0) } + [0]
        self = unsafe text.withUnsafeBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe FilePath(platformString: $0) } ?? FilePath()
        }
    }

    /// The path as the bytes that the system knows it by.
    var bytes: [UInt8] {
        unsafe withPlatformString { text in unsafe Array(UnsafeBufferPointer(start: text, count: length)) }
            .map { UInt8(bitPattern: $0) }
    }

    /// The path as text that no other path has: what is no UTF-8 is told in hexadecimal.
    var distinctText: String {
        String(validating: self) ?? "hex:" + HexText.of(bytes)
    }
}

extension FilePath.Component {
    /// The name as the bytes that the system knows it by.
    var bytes: [UInt8] { FilePath(root: nil, [self]).bytes }

    /// A name from bytes; `nil` when they are empty or hold a slash or a zero.
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
