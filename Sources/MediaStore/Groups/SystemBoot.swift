import Glibc

/// Which start of the machine this is.
enum SystemBoot {
    /// The kernel's random name for it, without the line's end; empty where it cannot be read, which equals no other.
    static var identifier: String {
        let number = unsafe open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return "" }
        return text(of: FileDescriptor(number))
    }

    /// The text of a short file up to its first line's end.
    ///
    /// - Parameter file: The open file, at its beginning.
    /// - Returns: 64 bytes at most; empty when it cannot be read.
    static func text(of file: FileDescriptor) -> String {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
            // Unsafe, and right: the kernel writes at most the buffer's length.
            count = unsafe max(0, read(file.number, buffer.baseAddress, buffer.count))
        }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
