import CDeflate

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

    /// RGB rows as differences to the row above, which gradients make small.
    private static func filtered(_ pixels: UnsafeBufferPointer<UInt8>, width: Int, height: Int) -> [UInt8] {
        let stride = width * 3 + 1
        // Unsafe, and right: every index is within the width and height of both buffers.
        return unsafe [UInt8](unsafeUninitializedCapacity: stride * height) { target, count in
            for row in 0..<height {
                var place = row * stride
                unsafe target[place] = row == 0 ? 0 : 2
                place += 1
                let start = row * width * 4
                let above = row == 0 ? start : start - width * 4
                for column in 0..<width {
                    let source = start + column * 4
                    let upper = above + column * 4
                    if row == 0 {
                        unsafe target[place] = pixels[source + 2]
                        unsafe target[place + 1] = pixels[source + 1]
                        unsafe target[place + 2] = pixels[source]
                    } else {
                        unsafe target[place] = pixels[source + 2] &- pixels[upper + 2]
                        unsafe target[place + 1] = pixels[source + 1] &- pixels[upper + 1]
                        unsafe target[place + 2] = pixels[source] &- pixels[upper]
                    }
                    place += 3
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
