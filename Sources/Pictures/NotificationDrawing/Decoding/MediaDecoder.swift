import CDrawing
package import NotificationPicture

/// Decodes pictures; only in a process that can do nothing else.
package enum MediaDecoder {
    /// The limit of the pixels of a file: more than any phone shows, and little enough for the process's memory.
    private static let pixelLimit = 50_000_000

    /// Decodes a file, and scales it down; `nil` when it is broken or too large.
    package static func decode(_ question: PictureProtocol.Question) -> PicturePixels? {
        let bytes = Array(question.file)
        return switch question.format {
        case .png: png(bytes)?.pixels()
        case .jpeg: jpeg(bytes)?.pixels(orientation: EXIFOrientation(ofJPEG: bytes))
        case .gif: gif(bytes, time: question.time)?.pixels()
        }
    }

    private static func png(_ bytes: [UInt8]) -> ImageSurface? {
        // The size comes before anything that could be decompressed.
        guard bytes.count > 24 else { return nil }
        let sizes = [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        guard sizes.allSatisfy({ $0 > 0 }), sizes[0] <= pixelLimit / sizes[1] else { return nil }
        return ImageSurface(png: bytes)
    }

    private static func jpeg(_ bytes: [UInt8]) -> ImageSurface? {
        guard !JPEGScans.areTooMany(in: bytes), let decoder = unsafe tjInitDecompress() else { return nil }
        defer { _ = unsafe tjDestroy(decoder) }
        var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let count = UInt(bytes.count)
        let status = unsafe tjDecompressHeader3(decoder, bytes, count, &width, &height, &sampling, &space)
        guard status == 0, width > 0, height > 0, Int(width) <= pixelLimit * 4 / Int(height) else { return nil }
        // Half, a quarter or an eighth is decoded several times as fast.
        var divisor: Int32 = 1
        while divisor < 8, max(width, height) / (divisor * 2) >= Int32(PicturePixels.sideLimit) { divisor *= 2 }
        let (columns, rows) = ((width + divisor - 1) / divisor, (height + divisor - 1) / divisor)
        guard Int(columns) * Int(rows) <= pixelLimit,
            let image = ImageSurface(width: Int(columns), height: Int(rows), isOpaque: true)
        else { return nil }
        var isDecoded = false
        unsafe image.write { target, stride in
            let base = unsafe target.baseAddress?.assumingMemoryBound(to: UInt8.self)
            // libjpeg warns about a file that ends early, and leaves the rest grey, as iOS does.
            let format = Int32(TJPF_BGRX.rawValue)
            let code = unsafe tjDecompress2(
                decoder,
                bytes,
                count,
                base,
                columns,
                Int32(stride),
                rows,
                format,
                TJFLAG_LIMITSCANS
            )
            isDecoded = unsafe code == 0 || tjGetErrorCode(decoder) == Int32(TJERR_WARNING.rawValue)
        }
        return isDecoded ? image : nil
    }

    private static func gif(_ bytes: [UInt8], time: Int) -> ImageSurface? {
        guard let frame = GIFDecoder.frame(of: bytes, at: time),
            let image = ImageSurface(width: frame.width, height: frame.height)
        else { return nil }
        unsafe image.write { target, stride in
            for row in 0..<frame.height {
                for column in 0..<frame.width {
                    let pixel = frame.pixels[row * frame.width + column]
                    // Little endian: blue comes first.
                    unsafe target.storeBytes(of: pixel, toByteOffset: row * stride + column * 4, as: UInt32.self)
                }
            }
        }
        return image
    }
}
