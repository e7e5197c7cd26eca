import CDrawing

/// The form of a text.
struct TextStyle {
    enum Weight: UInt32 {
        case thin = 200
        case regular = 400
        case medium = 500
        case semibold = 600
    }

    /// The size in points.
    var size: Double
    var weight = Weight.regular
    /// The limit of lines; the last ends in an ellipsis.
    var lines = 1
    var isCentred = false
}

/// A text in lines, measured before it is drawn; used by one thread. It owns the layout of Pango.
@safe final class TextLayout {
    /// The first family is the design's; the others fill in what it lacks, and Fontconfig adds the rest of the machine's. A
    /// font of emoji has no place here: it has digits of its own.
    private static let families = "Inter,Noto Sans,sans-serif"
    /// The limit of scalars of one text: more than any stage shows, so that the cost stays bounded.
    private static let scalarLimit = 3000

    private let layout: OpaquePointer
    /// The width that was asked for, in points.
    let width: Double
    /// The height that the lines need, in points.
    let height: Double
    /// The box that the lines need, from the top left corner of the layout.
    let used: Rect
    let isCut: Bool
    let missingGlyphs: Int

    /// Lays out a text; `nil` when the library cannot.
    ///
    /// - Parameters:
    ///   - text: Any text; characters that control a terminal become spaces.
    ///   - style: Size, weight and the limit of lines.
    ///   - width: The width in points, above 0.
    ///   - locale: A BCP 47 tag, which chooses among the shapes of a character.
    ///   - isRightToLeft: Whether the screen runs from right to left, where texts of every direction begin on the right.
    init?(_ text: String, _ style: TextStyle, width: Double, locale: String, isRightToLeft: Bool = false) {
        guard let map = unsafe pango_cairo_font_map_get_default(),
            let context = unsafe pango_font_map_create_context(map)
        else { return nil }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(context)) }
        unsafe Self.setUp(context, locale: locale)
        guard let layout = unsafe pango_layout_new(context) else { return nil }
        unsafe self.layout = unsafe layout
        self.width = width
        let scale = Double(PANGO_SCALE)
        let font = unsafe pango_font_description_new()
        unsafe pango_font_description_set_family(font, Self.families)
        unsafe pango_font_description_set_absolute_size(font, style.size * scale)
        unsafe pango_font_description_set_weight(font, PangoWeight(style.weight.rawValue))
        unsafe pango_layout_set_font_description(layout, font)
        unsafe pango_font_description_free(font)
        unsafe pango_layout_set_width(layout, Int32(max(1, width) * scale))
        unsafe pango_layout_set_height(layout, Int32(-max(1, style.lines)))
        unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        // iOS breaks a long word without a hyphen.
        let attributes = unsafe pango_attr_list_new()
        unsafe pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
        unsafe pango_layout_set_attributes(layout, attributes)
        unsafe pango_attr_list_unref(attributes)
        if style.isCentred { unsafe pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER) }
        let shown = Self.shown(text, isOneLine: style.lines == 1)
        unsafe pango_layout_set_text(layout, shown, Int32(shown.utf8.count))
        let cut = unsafe Self.cut(shown, after: style.lines, in: layout)
        // For Pango, the left of a text from right to left is its right side.
        let direction = unsafe pango_layout_get_direction(layout, 0)
        if isRightToLeft, !style.isCentred, direction != PANGO_DIRECTION_RTL {
            unsafe pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
        }
        if let cut { unsafe pango_layout_set_text(layout, cut, Int32(cut.utf8.count)) }
        var (ink, logical) = (PangoRectangle(), PangoRectangle())
        unsafe pango_layout_get_extents(layout, &ink, &logical)
        height = (Double(logical.height) / scale).rounded(.up)
        used = Rect(
            Double(logical.x) / scale,
            Double(logical.y) / scale,
            Double(logical.width) / scale,
            Double(logical.height) / scale
        )
        isCut =
            unsafe cut != nil || pango_layout_is_ellipsized(layout) != 0 || text.unicodeScalars.count > Self.scalarLimit
        missingGlyphs = Int(unsafe pango_layout_get_unknown_glyphs_count(layout))
    }

    deinit { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }

    /// Draws the text at a place on a canvas.
    func draw(on canvas: Canvas, x: Double, y: Double, _ color: Color) {
        let context = unsafe canvas.context
        unsafe cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
        unsafe cairo_move_to(context, x, y)
        unsafe pango_cairo_show_layout(context, layout)
    }

    /// Equal pictures on equal fonts need the same rendering on every machine: grey levels, and no hinting.
    private static func setUp(_ context: OpaquePointer, locale: String) {
        let options = unsafe cairo_font_options_create()
        unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        unsafe pango_cairo_context_set_font_options(context, options)
        unsafe cairo_font_options_destroy(options)
        unsafe pango_cairo_context_set_resolution(context, 72)
        unsafe pango_context_set_round_glyph_positions(context, 0)
        unsafe pango_context_set_language(context, pango_language_from_string(locale))
    }

    /// The text up to the line break in its last line, with an ellipsis: Pango would go on behind the break in the same line.
    /// Returns `nil` for a text whose last line has no break before more text.
    private static func cut(_ text: String, after lines: Int, in layout: OpaquePointer) -> String? {
        guard lines > 1, unsafe pango_layout_get_line_count(layout) >= Int32(lines),
            let line = unsafe pango_layout_get_line_readonly(layout, Int32(lines - 1))
        else { return nil }
        let start = text.utf8.index(text.startIndex, offsetBy: Int(unsafe line.pointee.start_index))
        let scalars = text.unicodeScalars
        guard let end = scalars[start...].firstIndex(of: "\u{2028}"),
            scalars[end...].contains(where: { !$0.properties.isWhitespace })
        else { return nil }
        return String(scalars[..<end]) + "…"
    }

    /// The text as it is laid out: line breaks stay in one paragraph, so that the limit counts all lines.
    private static func shown(_ text: String, isOneLine: Bool) -> String {
        var shown = String.UnicodeScalarView()
        var wasReturn = false
        for scalar in text.unicodeScalars.prefix(scalarLimit) {
            switch scalar.value {
            case 0x0A where wasReturn: break
            case 0x0A, 0x0D, 0x0B, 0x0C, 0x85, 0x2028, 0x2029: shown.append(isOneLine ? " " : "\u{2028}")
            case ..<0x20, 0x7F..<0xA0: shown.append(" ")
            default: shown.append(scalar)
            }
            wasReturn = scalar.value == 0x0D
        }
        return String(shown)
    }
}
