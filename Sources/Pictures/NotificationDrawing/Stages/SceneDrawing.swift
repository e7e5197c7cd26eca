import NotificationPicture

/// Draws a scene on a canvas.
struct SceneDrawing {
    let canvas: Canvas
    let images: [ImageSurface]

    func draw(_ scene: Scene) {
        for element in scene.elements { draw(element) }
    }

    private func draw(_ element: Scene.Element) {
        switch element {
        case .wallpaper(let rect, let palette): wallpaper(rect, palette)
        case .veil(let rect): canvas.fill(rect, Color(0x05060C, 0.38))
        case .shadow(let rect, let radius, let color):
            // Many faint layers are a soft shadow in every format; a translucent card does not show what is below it.
            canvas.clipped(outside: rect, radius: radius) {
                canvas.soft(rect.inset(-30)) { canvas in
                    for step in 0..<14 {
                        let spread = Double(step) * 1.7
                        canvas.fill(rect.inset(-spread).moved(0, 6), radius: radius + spread, color)
                    }
                }
            }
        case .behind(let scene, let hole, let radius): canvas.clipped(outside: hole, radius: radius) { draw(scene) }
        case .panel(let rect, let radius, let color): canvas.fill(rect, radius: radius, color)
        case .outline(let rect, let radius, let color): canvas.stroke(rect, radius: radius, width: 1, color)
        case .text(let layout, let box, let color, _):
            // Piled accents may leave their line, and do not reach other texts.
            canvas.clipped(to: box.inset(-3)) { layout.draw(on: canvas, x: box.x, y: box.y, color) }
        case .image(let index, let rect, let radius, let clip):
            guard images.indices.contains(index) else { return }
            canvas.draw(images[index], clip: clip, covering: rect, radius: radius)
        case .appIcon(let rect, let name): icon(rect, name)
        case .symbol(let symbol, let rect, let color): SymbolDrawing(canvas: canvas).draw(symbol, rect, color)
        case .tile(let scene, let rect, let radius, let color):
            canvas.clipped(to: rect, radius: radius) {
                canvas.fill(rect, color)
                var moved = Scene(width: scene.width, height: scene.height)
                moved.add(scene, x: rect.x, y: rect.y)
                draw(moved)
            }
        }
    }

    private func wallpaper(_ rect: Rect, _ palette: Palette) {
        canvas.soft(rect, inBlocks: true) { canvas in
            let wide = rect.inset(-8)
            canvas.fill(wide, from: palette.sky.top, to: palette.sky.bottom, isDiagonal: true)
            let size = max(rect.width, 420)
            canvas.glow(x: rect.x + rect.width * 0.15, y: rect.y + 20, radius: size * 0.75, palette.glows[0])
            canvas.glow(x: rect.right - 10, y: rect.y + rect.height * 0.75, radius: size * 0.7, palette.glows[1])
            canvas.glow(x: rect.x, y: rect.bottom, radius: size * 0.6, palette.glows[2])
        }
    }

    /// The app's initial on a colour that its name chooses, since its icon is not in the payload.
    private func icon(_ rect: Rect, _ name: String) {
        let colors: [(UInt32, UInt32)] = [
            (0x5B8DEF, 0x2F5BD0), (0xF2709C, 0xD6336C), (0x36B37E, 0x0B7A55), (0xF6A04D, 0xE0661B),
            (0x8F7BF0, 0x5B3FD0), (0x2FB6C9, 0x0B7A94), (0xE8590C, 0xB0370A), (0x748094, 0x475063),
        ]
        let hash = name.unicodeScalars.reduce(UInt32(7)) { $0 &* 31 &+ $1.value }
        let (top, bottom) = colors[Int(hash % UInt32(colors.count))]
        canvas.fill(rect, radius: rect.width * 0.235, from: Color(top), to: Color(bottom))
        let initial = name.first.map { String($0).uppercased() } ?? "A"
        let style = TextStyle(size: rect.width * 0.52, weight: .semibold, isCentred: true)
        guard let letter = TextLayout(initial, style, width: rect.width, locale: "en") else { return }
        canvas.clipped(to: rect) {
            letter.draw(on: canvas, x: rect.x, y: rect.middleY - letter.used.height / 2, Color(0xFFFFFF))
        }
    }
}
