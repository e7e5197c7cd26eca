import AttacheSystem
import Glibc

/// The size of a store, in a file that all processes share and change under a lock.
///
/// A file is counted after it has its name. So a process that crashes in between leaves the number too low by what it was
/// storing, and a crash of the machine by what was stored in the last half minute; each eviction measures the store again.
struct StoreSize {
    static let name = ".size"
    /// No disk holds more bytes; a larger number is damage.
    private static let largest: Int64 = 1 << 60

    private let directory: StoreDirectory
    /// The file, from its first use on; `nil` where it cannot be changed.
    private var file: FileDescriptor?
    /// The bytes of the stored files, as far as this process knows; `nil` for a store that was never measured.
    private(set) var byteCount: Int?

    /// Reads the size.
    init(of directory: StoreDirectory) {
        self.directory = directory
        refresh()
    }

    /// Reads what other processes have changed.
    mutating func refresh() {
        byteCount = (opened(O_RDWR) ?? open(O_RDONLY)).flatMap(Self.read) ?? byteCount
    }

    /// Counts a file that was stored.
    mutating func add(_ count: Int) {
        change { known in known.map { $0 + count } }
    }

    /// Records a measurement, and what was stored since it began with `earlier` bytes, which may be in it or not.
    mutating func set(_ measured: Int, since earlier: Int?) {
        change { known in measured + max(0, (known ?? 0) - (earlier ?? known ?? 0)) }
    }

    /// Changes what the file says. Where it cannot be used, this process has the number for itself.
    private mutating func change(_ body: (Int?) -> Int?) {
        guard let file = opened(O_RDWR | O_CREAT), flock(file.number, LOCK_EX) == 0 else {
            byteCount = body(byteCount)
            return
        }
        defer { flock(file.number, LOCK_UN) }
        byteCount = body(Self.read(file) ?? byteCount)
        guard let byteCount else { return }
        _ = unsafe withUnsafeBytes(of: Int64(byteCount).littleEndian) { bytes in
            unsafe FileDescriptor.writeAll(bytes, to: file.number, at: 0)
        }
    }

    /// The open file, opened again when it was removed.
    private mutating func opened(_ flags: Int32) -> FileDescriptor? {
        var status = stat()
        if let file, unsafe fstat(file.number, &status) == 0, status.st_nlink > 0 { return file }
        file = open(flags)
        return file
    }

    private func open(_ flags: Int32) -> FileDescriptor? {
        let flags = flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let number = unsafe openat(directory.root.number, Self.name, flags, directory.fileMode)
        return number >= 0 ? FileDescriptor(number) : nil
    }

    /// The number in the file; `nil` when it has none, as after a crash of the machine.
    private static func read(_ file: FileDescriptor) -> Int? {
        var number: Int64 = -1
        let count = unsafe withUnsafeMutableBytes(of: &number) {
            unsafe FileDescriptor.read(file.number, into: $0, at: 0)
        }
        let value = Int64(littleEndian: number)
        return count == MemoryLayout<Int64>.size && (0...largest).contains(value) ? Int(value) : nil
    }
}
