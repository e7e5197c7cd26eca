import AttacheSystem
import CDeflate
import Glibc

/// Reads small files of a ZIP archive, as described in PKWARE's APPNOTE.TXT, without unpacking it to the disk.
///
/// An archive is hostile input: all offsets and sizes are checked, and a file is never larger than a limit.
struct ZipArchive {
    /// What makes an archive unreadable.
    struct Fault: Error {
        let message: String
    }

    struct Entry {
        let path: String
        fileprivate let method: Int
        fileprivate let packedCount: Int
        fileprivate let byteCount: Int
        fileprivate let offset: Int

        /// The bytes that are read and made to unpack it; none where it is too large to be read.
        var workCount: Int {
            max(packedCount, byteCount) <= fileLimit ? packedCount + byteCount : 0
        }
    }

    /// The size in bytes of a file, packed or not, above which it is not read.
    private static let fileLimit = 4 << 20
    private static let directoryLimit = 64 << 20
    private static let endSize = 22

    private(set) var entries: [Entry] = []
    private let file: FileDescriptor
    private let size: Int

    init(_ path: String) throws(Fault) {
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard number >= 0 else { throw Fault(message: SystemCallError.message(errno)) }
        file = FileDescriptor(number)
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else { throw Fault(message: SystemCallError.message(errno)) }
        size = Int(status.st_size)
        // The record at the end may have a comment of 64 KiB after it.
        let tail = read(max(0, size - Self.endSize - 0xFFFF), count: min(size, Self.endSize + 0xFFFF))
        guard
            let end = stride(from: tail.count - Self.endSize, through: 0, by: -1).first(where: {
                Self.number(tail, $0, 4) == 0x0605_4B50
            }), let directorySize = Self.number(tail, end + 12, 4), let start = Self.number(tail, end + 16, 4)
        else { throw Fault(message: "it is not a ZIP archive") }
        guard directorySize <= Self.directoryLimit, start != 0xFFFF_FFFF, start + directorySize <= size else {
            throw Fault(message: "its directory is damaged, or larger than 64 MB")
        }
        readDirectory(read(start, count: directorySize))
    }

    /// The content of a file; `nil` for one that is damaged, encrypted, or too large.
    func bytes(of entry: Entry) -> [UInt8]? {
        guard entry.packedCount <= Self.fileLimit, entry.byteCount <= Self.fileLimit else { return nil }
        let header = read(entry.offset, count: 30)
        guard Self.number(header, 0, 4) == 0x0403_4B50, let name = Self.number(header, 26, 2),
            let extra = Self.number(header, 28, 2)
        else { return nil }
        let packed = read(entry.offset + 30 + name + extra, count: entry.packedCount)
        guard packed.count == entry.packedCount else { return nil }
        switch entry.method {
        case 0: return packed
        case 8: return Self.inflated(packed, byteCount: entry.byteCount)
        default: return nil
        }
    }

    private mutating func readDirectory(_ bytes: [UInt8]) {
        var place = 0
        while Self.number(bytes, place, 4) == 0x0201_4B50, let flags = Self.number(bytes, place + 8, 2),
            let method = Self.number(bytes, place + 10, 2), let packed = Self.number(bytes, place + 20, 4),
            let count = Self.number(bytes, place + 24, 4), let name = Self.number(bytes, place + 28, 2),
            let extra = Self.number(bytes, place + 30, 2), let comment = Self.number(bytes, place + 32, 2),
            let offset = Self.number(bytes, place + 42, 4), place + 46 + name <= bytes.count
        {
            let path = String(decoding: bytes[(place + 46)..<(place + 46 + name)], as: UTF8.self)
            // The first flag is encryption.
            if flags & 1 == 0 {
                entries.append(
                    Entry(path: path, method: method, packedCount: packed, byteCount: count, offset: offset)
                )
            }
            place += 46 + name + extra + comment
        }
    }

    private func read(_ offset: Int, count: Int) -> [UInt8] {
        guard offset >= 0, count > 0, offset <= size else { return [] }
        return (try? FileDescriptor.readAll(min(count, size - offset), from: file.number, at: offset)) ?? []
    }

    /// Unpacks bytes that must become exactly `byteCount`.
    private static func inflated(_ packed: [UInt8], byteCount: Int) -> [UInt8]? {
        guard let decompressor = unsafe libdeflate_alloc_decompressor() else { return nil }
        defer { unsafe libdeflate_free_decompressor(decompressor) }
        var bytes = [UInt8](repeating: 0, count: byteCount)
        let result = unsafe packed.withUnsafeBytes { input in
            unsafe bytes.withUnsafeMutableBytes { output in
                // Unsafe, and right: both buffers outlive the call, which writes at most the size of the second.
                unsafe libdeflate_deflate_decompress(
                    decompressor,
                    input.baseAddress,
                    input.count,
                    output.baseAddress,
                    output.count,
                    nil
                )
            }
        }
        return result == LIBDEFLATE_SUCCESS ? bytes : nil
    }

    /// A little-endian number; `nil` outside of the bytes.
    private static func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> Int? {
        guard place >= 0, place + size <= bytes.count else { return nil }
        return bytes[place..<place + size].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
