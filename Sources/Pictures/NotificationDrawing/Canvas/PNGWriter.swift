import CDeflate
import Glibc

/// Writes opaque pictures as PNG, several times as fast as the encoder of Cairo.
enum PNGWriter {
    /// Level 1 of libdeflate: smaller files would cost more time than drawing does.
    private static let level: Int32 = 1

    /// Returns a file of rows of premultiplied BGRA whose alpha is ignored; `nil` when memory is short.
    static func file(_ pixels: UnsafeBufferPointer<UInt8>, width: Int, height: Int) -> [UInt8]? {
        let rows = unsafe filtered(pixels, width: width, height: height)
        guard let compressor = unsafe libdeflate_alloc_compressor(level) else { return nil }
        defer { unsafe libdeflate_free_compressor(compressor) }
        let limit = unsafe libdeflate_zlib_compress_bound(compressor, rows.count)
        // Unsafe, and right: the compressor writes at most `limit` bytes, and returns their number.
        let data = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            unsafe count = libdeflate_zlib_compress(compressor, rows, rows.count, buffer.baseAddress, limit)
        }
        guard !data.isEmpty else { return nil }
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file.reserveCapacity(data.count + 64)
        // Eight bits of red, green and blue.
        append("IHDR", bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0], to: &file)
        append("IDAT", data, to: &file)
        append("IEND", [], to: &file)
        return file
    }

    /// The number of pixels that are compared with those above at once.
    private static let pieceWidth = 64

    /// RGB rows as differences to the row above, which gradients make small and most of a picture zero.
    private static func filtered(_ pixels: UnsafeBufferPointer<UInt8>, width: Int, height: Int) -> [UInt8] {
        let stride = width * 3 + 1
        // Unsafe, and right: every index is within the width and height of both buffers.
        return unsafe [UInt8](unsafeUninitializedCapacity: stride * height) { target, count in
            guard let source = pixels.baseAddress else { return }
            unsafe target.initialize(repeating: 0)
            for row in 0..<height {
                unsafe target[row * stride] = row == 0 ? 0 : 2
                for first in Swift.stride(from: 0, to: width, by: pieceWidth) {
                    let columns = first..<min(first + pieceWidth, width)
                    let start = unsafe source + (row * width + first) * 4
                    let isAsAbove = unsafe row > 0 && memcmp(start, start - width * 4, columns.count * 4) == 0
                    if isAsAbove { continue }
                    for column in columns {
                        let place = row * stride + 1 + column * 3
                        let (pixel, above) = ((row * width + column) * 4, ((row - 1) * width + column) * 4)
                        for channel in 0..<3 {
                            let upper = unsafe row == 0 ? 0 : source[above + 2 - channel]
                            unsafe target[place + channel] = source[pixel + 2 - channel] &- upper
                        }
                    }
                }
            }
            count = stride * height
        }
    }

    private static func append(_ type: String, _ data: [UInt8], to file: inout [UInt8]) {
        let body = Array(type.utf8) + data
        file += bigEndian(data.count) + body + bigEndian(Int(unsafe libdeflate_crc32(0, body, body.count)))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
