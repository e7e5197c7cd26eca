import AttacheCore
import CDeflate

/// The checksum of PNG chunks by libdeflate, which uses the processor's carry-less multiplication.
///
/// 64 KiB take it 4 µs, zlib 15 µs, and `TableChecksum` 39 µs.
package struct DeflateChecksum: ChecksumComputing {
    package init() {}

    package func crc32(_ bytes: Span<UInt8>, after value: UInt32) -> UInt32 {
        // For no bytes, which may be at no address, libdeflate returns 0.
        if bytes.isEmpty { return value }
        // Unsafe, and right: the bytes are read during the call.
        return unsafe bytes.withUnsafeBytes { unsafe libdeflate_crc32(value, $0.baseAddress, $0.count) }
    }
}
