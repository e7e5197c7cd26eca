import CDrawing
import NotificationPicture

/// Pixels that Cairo owns; used by one thread.
@safe final class ImageSurface {
    /// The surface of Cairo; valid as long as this object lives.
    let surface: OpaquePointer
    let width: Int
    let height: Int

    /// Creates an empty image; `nil` when memory is short.
    init?(width: Int, height: Int, isOpaque: Bool = false) {
        let format = isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
        guard (1...32_000).contains(width), (1...32_000).contains(height),
            let made = unsafe cairo_image_surface_create(format, Int32(width), Int32(height)),
            unsafe cairo_surface_status(made) == CAIRO_STATUS_SUCCESS
        else { return nil }
        unsafe surface = made
        self.width = width
        self.height = height
    }

    /// Takes over a surface that was made elsewhere; `nil` unless it is an image without an error.
    private init?(taking made: OpaquePointer?) {
        guard let made = unsafe made else { return nil }
        unsafe surface = made
        width = Int(unsafe cairo_image_surface_get_width(made))
        height = Int(unsafe cairo_image_surface_get_height(made))
        guard unsafe cairo_surface_status(made) == CAIRO_STATUS_SUCCESS, width > 0, height > 0 else { return nil }
    }

    deinit { unsafe cairo_surface_destroy(surface) }

    /// Copies decoded pixels.
    convenience init?(_ pixels: PicturePixels) {
        self.init(width: pixels.width, height: pixels.height)
        unsafe write { target, stride in
            for row in 0..<pixels.height {
                let start = row * pixels.width * 4
                let source = pixels.bytes[start..<start + pixels.width * 4]
                // Unsafe, and right: a row of the target has at least `width * 4` bytes.
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[(row * stride)...]).copyBytes(from: source)
            }
        }
    }

    /// Lets `body` write the rows, which are `stride` bytes apart.
    func write(_ body: (UnsafeMutableRawBufferPointer, _ stride: Int) -> Void) {
        unsafe cairo_surface_flush(surface)
        guard let data = unsafe cairo_image_surface_get_data(surface) else { return }
        let stride = Int(unsafe cairo_image_surface_get_stride(surface))
        unsafe body(UnsafeMutableRawBufferPointer(start: data, count: stride * height), stride)
        unsafe cairo_surface_mark_dirty(surface)
    }

    /// The pixels, turned, and scaled down so that no side is longer than a limit.
    func pixels(sideLimit: Int = PicturePixels.sideLimit, orientation: EXIFOrientation = .upright) -> PicturePixels? {
        let zoom = min(1, Double(sideLimit) / Double(max(width, height)))
        let (across, down) = orientation.isTurned ? (height, width) : (width, height)
        let columns = max(1, Int((Double(across) * zoom).rounded()))
        let rows = max(1, Int((Double(down) * zoom).rounded()))
        guard let target = ImageSurface(width: columns, height: rows),
            let context = unsafe cairo_create(target.surface)
        else { return nil }
        defer { unsafe cairo_destroy(context) }
        unsafe cairo_scale(context, Double(columns) / Double(across), Double(rows) / Double(down))
        var matrix = Self.matrix(orientation, width: Double(width), height: Double(height))
        unsafe cairo_transform(context, &matrix)
        unsafe cairo_set_source_surface(context, surface, 0, 0)
        unsafe cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
        unsafe cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        unsafe cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
        unsafe cairo_paint(context)
        var bytes: [UInt8] = []
        unsafe target.write { data, stride in
            bytes.reserveCapacity(columns * rows * 4)
            for row in 0..<rows { unsafe bytes.append(contentsOf: data[row * stride..<row * stride + columns * 4]) }
        }
        return PicturePixels(width: columns, height: rows, bytes: bytes)
    }

    /// The place that a stored point has in the picture as it is shown.
    private static func matrix(_ orientation: EXIFOrientation, width: Double, height: Double) -> cairo_matrix_t {
        switch orientation {
        case .upright: cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0)
        case .mirrored: cairo_matrix_t(xx: -1, yx: 0, xy: 0, yy: 1, x0: width, y0: 0)
        case .upsideDown: cairo_matrix_t(xx: -1, yx: 0, xy: 0, yy: -1, x0: width, y0: height)
        case .upsideDownMirrored: cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: -1, x0: 0, y0: height)
        case .rightMirrored: cairo_matrix_t(xx: 0, yx: 1, xy: 1, yy: 0, x0: 0, y0: 0)
        case .right: cairo_matrix_t(xx: 0, yx: 1, xy: -1, yy: 0, x0: height, y0: 0)
        case .leftMirrored: cairo_matrix_t(xx: 0, yx: -1, xy: -1, yy: 0, x0: height, y0: width)
        case .left: cairo_matrix_t(xx: 0, yx: -1, xy: 1, yy: 0, x0: 0, y0: width)
        }
    }
}

extension ImageSurface {
    /// A PNG file and the position of what was read of it.
    private struct PNGFile {
        let bytes: [UInt8]
        var position = 0
    }

    /// Decodes a PNG file; only for the process that decodes.
    convenience init?(png bytes: [UInt8]) {
        var file = PNGFile(bytes: bytes)
        let reader: cairo_read_func_t = { closure, target, count in
            guard let closure = unsafe closure, let target = unsafe target else { return CAIRO_STATUS_READ_ERROR }
            let file = unsafe closure.assumingMemoryBound(to: PNGFile.self)
            let end = unsafe file.pointee.position + Int(count)
            guard unsafe end <= file.pointee.bytes.count else { return CAIRO_STATUS_READ_ERROR }
            let buffer = unsafe UnsafeMutableRawBufferPointer(start: target, count: Int(count))
            unsafe buffer.copyBytes(from: file.pointee.bytes[file.pointee.position..<end])
            unsafe file.pointee.position = end
            return CAIRO_STATUS_SUCCESS
        }
        // Unsafe, and right: the file outlives the call, which is the only one to use the pointer.
        let made = unsafe withUnsafeMutablePointer(to: &file) { pointer in
            unsafe cairo_image_surface_create_from_png_stream(reader, pointer)
        }
        unsafe self.init(taking: made)
    }
}
