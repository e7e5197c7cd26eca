import CDrawing
import NotificationPicture

/// A surface of Cairo with the few operations that pictures need; points in, pixels out.
///
/// It is used by one thread. Cairo keeps errors in its objects: after one, further calls do nothing, and `finish` returns
/// `nil`.
@safe final class Canvas {
    /// The drawing context, for the text layouts; valid as long as this object lives.
    let context: OpaquePointer
    private let surface: OpaquePointer
    private let format: PictureRequest.Format
    private let output: Output

    /// The bytes that Cairo writes.
    private final class Output {
        var bytes: [UInt8] = []
    }

    /// Creates a canvas with a size in points; `nil` when memory is short or the size is too large.
    init?(width: Double, height: Double, scale: Double, format: PictureRequest.Format) {
        self.format = format
        let output = Output()
        self.output = output
        let made: OpaquePointer?
        if format == .svg {
            let writer: cairo_write_func_t = { closure, data, count in
                guard let closure = unsafe closure, let data = unsafe data else { return CAIRO_STATUS_WRITE_ERROR }
                let output = unsafe Unmanaged<Output>.fromOpaque(closure).takeUnretainedValue()
                unsafe output.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
                return CAIRO_STATUS_SUCCESS
            }
            // Unsafe, and right: `output` lives as long as the surface that writes to it.
            unsafe made = cairo_svg_surface_create_for_stream(
                writer,
                Unmanaged.passUnretained(output).toOpaque(),
                width,
                height
            )
        } else {
            let (columns, rows) = ((width * scale).rounded(.up), (height * scale).rounded(.up))
            guard columns >= 1, rows >= 1, columns * rows <= Double(PictureProtocol.areaLimit) else { return nil }
            unsafe made = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(columns), Int32(rows))
        }
        guard let made = unsafe made, unsafe cairo_surface_status(made) == CAIRO_STATUS_SUCCESS,
            let context = unsafe cairo_create(made)
        else { return nil }
        unsafe surface = made
        unsafe self.context = context
        if format != .svg { unsafe cairo_scale(context, scale, scale) }
    }

    deinit {
        unsafe cairo_destroy(context)
        unsafe cairo_surface_destroy(surface)
    }

    /// Completes the picture; returns its bytes and its size in pixels, or `nil` after an error.
    func finish() -> (bytes: [UInt8], width: Int, height: Int)? {
        guard unsafe cairo_status(context) == CAIRO_STATUS_SUCCESS else { return nil }
        if format == .svg {
            var (x, y, right, bottom) = (0.0, 0.0, 0.0, 0.0)
            unsafe cairo_clip_extents(context, &x, &y, &right, &bottom)
            unsafe cairo_surface_finish(surface)
            guard unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else { return nil }
            return (output.bytes, Int(right - x), Int(bottom - y))
        }
        unsafe cairo_surface_flush(surface)
        let width = Int(unsafe cairo_image_surface_get_width(surface))
        let height = Int(unsafe cairo_image_surface_get_height(surface))
        guard let data = unsafe cairo_image_surface_get_data(surface) else { return nil }
        // Rows of ARGB32 have no gaps.
        let pixels = unsafe UnsafeBufferPointer(start: data, count: width * height * 4)
        if format == .pixels { return unsafe (Array(pixels), width, height) }
        return unsafe PNGWriter.file(pixels, width: width, height: height).map { ($0, width, height) }
    }
}

extension Canvas {
    /// Runs drawing operations inside of a rounded rectangle.
    func clipped(to rect: Rect, radius: Double = 0, _ draw: () -> Void) {
        unsafe cairo_save(context)
        trace(rect, radius)
        unsafe cairo_clip(context)
        draw()
        unsafe cairo_restore(context)
    }

    /// Runs drawing operations outside of a rounded rectangle, such as those behind a translucent card.
    func clipped(outside rect: Rect, radius: Double, _ draw: () -> Void) {
        unsafe cairo_save(context)
        trace(rect, radius)
        unsafe cairo_rectangle(context, rect.x - 4000, rect.y - 4000, rect.width + 8000, rect.height + 8000)
        unsafe cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
        unsafe cairo_clip(context)
        draw()
        unsafe cairo_restore(context)
    }

    /// Draws what has no edges, such as gradients, at half a pixel for each point where the canvas has pixels.
    ///
    /// What changes slowly may stay in blocks of two points, which the eye does not see: all rows of a block are the
    /// same, so that a PNG needs few bytes for them.
    func soft(_ rect: Rect, inBlocks isInBlocks: Bool = false, _ draw: (Canvas) -> Void) {
        guard format != .svg else { return draw(self) }
        let zoom = 0.5
        // One pixel around it, so that the enlarged edge has its neighbours.
        let area = rect.inset(-2 / zoom)
        guard let part = Canvas(width: area.width, height: area.height, scale: zoom, format: .pixels) else { return }
        unsafe cairo_translate(part.context, -area.x, -area.y)
        draw(part)
        unsafe cairo_save(context)
        unsafe cairo_translate(context, area.x, area.y)
        unsafe cairo_scale(context, 1 / zoom, 1 / zoom)
        unsafe cairo_set_source_surface(context, part.surface, 0, 0)
        let filter = isInBlocks ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR
        unsafe cairo_pattern_set_filter(cairo_get_source(context), filter)
        unsafe cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        unsafe cairo_new_path(context)
        let frame = Rect((rect.x - area.x) * zoom, (rect.y - area.y) * zoom, rect.width * zoom, rect.height * zoom)
        unsafe cairo_rectangle(context, frame.x, frame.y, frame.width, frame.height)
        unsafe cairo_fill(context)
        unsafe cairo_restore(context)
    }

    func fill(_ rect: Rect, radius: Double = 0, _ color: Color) {
        trace(rect, radius)
        set(color)
        unsafe cairo_fill(context)
    }

    func stroke(_ rect: Rect, radius: Double, width: Double, _ color: Color) {
        trace(rect, radius)
        set(color)
        unsafe cairo_set_line_width(context, width)
        unsafe cairo_stroke(context)
    }

    /// Fills with colours from the top to the bottom, or from the top left corner to the bottom right one.
    func fill(_ rect: Rect, radius: Double = 0, from top: Color, to bottom: Color, isDiagonal: Bool = false) {
        let right = isDiagonal ? rect.right : rect.x
        guard let pattern = unsafe cairo_pattern_create_linear(rect.x, rect.y, right, rect.bottom) else { return }
        unsafe add(top, at: 0, to: pattern)
        unsafe add(bottom, at: 1, to: pattern)
        trace(rect, radius)
        unsafe cairo_set_source(context, pattern)
        unsafe cairo_fill(context)
        unsafe cairo_pattern_destroy(pattern)
    }

    /// Fills a circle that fades to nothing at its edge.
    func glow(x: Double, y: Double, radius: Double, _ color: Color) {
        guard let pattern = unsafe cairo_pattern_create_radial(x, y, 0, x, y, radius) else { return }
        unsafe add(color, at: 0, to: pattern)
        unsafe add(color.faded(0.45), at: 0.5, to: pattern)
        unsafe add(color.faded(0), at: 1, to: pattern)
        unsafe cairo_set_source(context, pattern)
        unsafe cairo_paint(context)
        unsafe cairo_pattern_destroy(pattern)
    }

    /// Draws open or closed lines through points, with round ends.
    func line(
        _ points: [(Double, Double)],
        width: Double,
        isClosed: Bool = false,
        isFilled: Bool = false,
        _ color: Color
    ) {
        guard let first = points.first else { return }
        unsafe cairo_new_path(context)
        unsafe cairo_move_to(context, first.0, first.1)
        for point in points.dropFirst() { unsafe cairo_line_to(context, point.0, point.1) }
        if isClosed { unsafe cairo_close_path(context) }
        set(color)
        unsafe cairo_set_line_width(context, width)
        unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        if isFilled { unsafe cairo_fill_preserve(context) }
        unsafe cairo_stroke(context)
    }

    /// Draws a part of a circle; angles in radians, clockwise from the right.
    func arc(x: Double, y: Double, radius: Double, from start: Double, to end: Double, width: Double, _ color: Color) {
        unsafe cairo_new_path(context)
        unsafe cairo_arc(context, x, y, radius, start, end)
        set(color)
        unsafe cairo_set_line_width(context, width)
        unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        unsafe cairo_stroke(context)
    }

    /// Draws a part of an image so that it covers a rectangle, cut in the middle of its longer side.
    func draw(_ image: ImageSurface, clip: PictureMedium.Clip, covering rect: Rect, radius: Double) {
        let part = Rect(
            clip.x * Double(image.width),
            clip.y * Double(image.height),
            clip.width * Double(image.width),
            clip.height * Double(image.height)
        )
        let zoom = max(rect.width / part.width, rect.height / part.height)
        clipped(to: rect, radius: radius) {
            unsafe cairo_translate(
                context,
                rect.middleX - (part.x + part.width / 2) * zoom,
                rect.middleY - (part.y + part.height / 2) * zoom
            )
            unsafe cairo_scale(context, zoom, zoom)
            unsafe cairo_set_source_surface(context, image.surface, 0, 0)
            unsafe cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
            unsafe cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
            unsafe cairo_paint(context)
        }
    }

    private func set(_ color: Color) {
        unsafe cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
    }

    private func add(_ color: Color, at place: Double, to pattern: OpaquePointer) {
        unsafe cairo_pattern_add_color_stop_rgba(pattern, place, color.red, color.green, color.blue, color.alpha)
    }

    private func trace(_ rect: Rect, _ radius: Double) {
        unsafe cairo_new_path(context)
        let radius = min(radius, rect.width / 2, rect.height / 2)
        guard radius > 0 else {
            unsafe cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height)
            return
        }
        let quarter = Double.pi / 2
        unsafe cairo_new_sub_path(context)
        unsafe cairo_arc(context, rect.right - radius, rect.y + radius, radius, -quarter, 0)
        unsafe cairo_arc(context, rect.right - radius, rect.bottom - radius, radius, 0, quarter)
        unsafe cairo_arc(context, rect.x + radius, rect.bottom - radius, radius, quarter, 2 * quarter)
        unsafe cairo_arc(context, rect.x + radius, rect.y + radius, radius, 2 * quarter, 3 * quarter)
        unsafe cairo_close_path(context)
    }
}
