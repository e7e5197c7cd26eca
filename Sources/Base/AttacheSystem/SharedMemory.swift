import CLinux
import Glibc

/// Memory that this process shares with a program that it starts.
///
/// Its length is fixed, since a program that could shorten it could crash this one. What it holds can change at any
/// moment, so a value is copied before it is checked.
// @unchecked Sendable: the bytes are shared with another process anyway; who may write which of them when is the protocol
// of its users.
@safe package final class SharedMemory: @unchecked Sendable {
    /// The address of its first byte.
    package let bytes: UnsafeMutableRawBufferPointer
    /// The file without a name that it is, to be passed to a program; `nil` in that program.
    package let descriptor: FileDescriptor?

    /// Creates memory of `byteCount` zeros, at least 1; throws `SystemCallError` when the system refuses it.
    package init(byteCount: Int) throws(SystemCallError) {
        let file = FileDescriptor(attache_memory_open(byteCount))
        guard file.number >= 0 else { throw SystemCallError(operation: "memfd_create", code: errno) }
        descriptor = file
        unsafe bytes = try Self.map(file.number, byteCount)
    }

    /// Takes over memory that the process which started this one has created with the same length, and closes its
    /// descriptor; throws `SystemCallError` when the descriptor is something else.
    package init(inherited number: Int32, byteCount: Int) throws(SystemCallError) {
        let file = FileDescriptor(number)
        guard attache_memory_length(number) == byteCount else {
            throw SystemCallError(operation: "take over shared memory", code: EINVAL)
        }
        descriptor = nil
        unsafe bytes = try Self.map(file.number, byteCount)
    }

    deinit {
        // Unsafe, and right: this object is the mapping's only owner.
        unsafe munmap(bytes.baseAddress, bytes.count)
    }

    private static func map(
        _ file: Int32,
        _ byteCount: Int
    ) throws(SystemCallError) -> UnsafeMutableRawBufferPointer {
        // Unsafe, and right: the result is checked, and belongs to this object.
        let address = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        guard let address = unsafe address, unsafe address != MAP_FAILED else {
            throw SystemCallError(operation: "mmap", code: errno)
        }
        return unsafe UnsafeMutableRawBufferPointer(start: address, count: byteCount)
    }
}
