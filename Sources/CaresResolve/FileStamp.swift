import CCares
import Glibc

/// How a file was when it was looked at, to see whether it is another one now.
struct FileStamp: Equatable {
    private let inode: UInt
    private let byteCount: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// Looks at a file, through links; `nil` when it is not there.
    init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        inode = UInt(status.st_ino)
        byteCount = Int(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
