import NotificationPicture

/// The colours of an appearance.
struct Palette {
    let card: Color
    let cardBehind: Color
    let edge: Color
    let title: Color
    let body: Color
    let faint: Color
    let separator: Color
    let field: Color
    let accent: Color
    let destructive: Color
    let shadow: Color
    let placeholder: Color
    let onWallpaper: Color
    let sky: (top: Color, bottom: Color)
    let glows: [Color]
    let page: Color
    let caption: Color

    static func of(_ appearance: PictureRequest.Appearance) -> Palette { appearance == .light ? light : dark }

    private static let light = Palette(
        card: Color(0xFBFBFD, 0.86),
        cardBehind: Color(0xEDEFF6, 0.85),
        edge: Color(0xFFFFFF, 0.55),
        title: Color(0x0B0B0F),
        body: Color(0x17171C),
        faint: Color(0x4A4A58, 0.86),
        separator: Color(0x3C3C43, 0.16),
        field: Color(0xFFFFFF, 0.9),
        accent: Color(0x2563EB),
        destructive: Color(0xC81E2B),
        shadow: Color(0x1B2140, 0.012),
        placeholder: Color(0xDDE1EA),
        onWallpaper: Color(0xFFFFFF),
        sky: (Color(0x5B86C9), Color(0xD9A6B8)),
        glows: [Color(0x9CC3F5, 0.85), Color(0xF5C9A8, 0.75), Color(0x8F8CE0, 0.55)],
        page: Color(0xF4F5F8),
        caption: Color(0x4B4D57)
    )

    private static let dark = Palette(
        card: Color(0x24262E, 0.86),
        cardBehind: Color(0x3A3D49, 0.9),
        edge: Color(0xFFFFFF, 0.09),
        title: Color(0xFFFFFF),
        body: Color(0xF1F2F6),
        faint: Color(0xC9CBD6, 0.78),
        separator: Color(0xFFFFFF, 0.13),
        field: Color(0xFFFFFF, 0.10),
        accent: Color(0x7FB0FF),
        destructive: Color(0xFF7B7B),
        shadow: Color(0x000000, 0.022),
        placeholder: Color(0x3A3D48),
        onWallpaper: Color(0xFFFFFF),
        sky: (Color(0x0D1533), Color(0x2C1830)),
        glows: [Color(0x27468C, 0.75), Color(0x6A2F55, 0.6), Color(0x33307A, 0.6)],
        page: Color(0x121318),
        caption: Color(0xB4B7C3)
    )
}
