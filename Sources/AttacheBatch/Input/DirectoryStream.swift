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

    /// Opens a directory, or is `nil` with the reason in `errno`.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - followsLink: Whether a link in its place is followed.
    init?(_ path: FilePath, followsLink: Bool) {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW)
        let number = unsafe path.withPlatformString { unsafe open($0, flags) }
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
        while let entry = unsafe readdir(stream) {
            // Unsafe, and right: `d_name` ends in a zero byte and is copied before the next call of `readdir`.
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { text in
                    unsafe FilePath.Component(platformString: text)
                }
            }
            guard let name, name.kind == .regular else { continue }
            return unsafe Entry(name: name, kind: kind(of: name, typed: entry.pointee.d_type))
        }
        return nil
    }

    private func kind(of name: FilePath.Component, typed type: UInt8) -> mode_t {
        // Some file systems do not tell; the type is the upper part of the mode.
        if Int32(type) != Int32(DT_UNKNOWN) { return mode_t(type) << 12 }
        var status = stat()
        let code = unsafe name.withPlatformString { text in
            unsafe fstatat(dirfd(stream), text, &status, AT_SYMLINK_NOFOLLOW)
        }
        return code == 0 ? status.st_mode & S_IFMT : 0
    }
}
