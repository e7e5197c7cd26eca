import NotificationPicture

/// The buttons of a notification: side by side where there is little room, or as a list with a text field.
struct ActionLayout {
    private static let rowHeight = 50.0
    private static let pillHeight = 36.0
    private static let margin = 16.0

    let environment: LayoutEnvironment
    let role: String

    private var palette: Palette { environment.palette }

    /// Returns buttons side by side; `nil` without any.
    func pills(_ actions: [PictureAction], width: Double) -> Scene? {
        guard !actions.isEmpty else { return nil }
        var scene = Scene(width: width, height: Self.pillHeight)
        let gap = 8.0
        let share = (width - gap * Double(actions.count - 1)) / Double(actions.count)
        for (index, action) in actions.enumerated() {
            let frame = Rect(Double(index) * (share + gap), 0, share, Self.pillHeight)
            scene.add(.panel(frame, radius: Self.pillHeight / 2, palette.separator))
            let style = TextStyle(size: 14, weight: .semibold, isCentred: true)
            guard let text = environment.text(action.title, style, width: share - 20) else { continue }
            let box = Rect(frame.x + 10, frame.middleY - text.height / 2, share - 20, text.height)
            scene.add(.text(text, box, color(action), role: "\(role).button"))
        }
        return scene
    }

    /// Returns the buttons below each other, with the text field of the first action that takes text; `nil` without any.
    func menu(_ actions: [PictureAction], width: Double) -> Scene? {
        guard !actions.isEmpty else { return nil }
        let height = Self.rowHeight * Double(actions.count)
        var scene = Scene(width: width, height: height)
        let frame = Rect(0, 0, width, height)
        let radius = 20.0
        scene.add(.shadow(frame, radius: radius, palette.shadow))
        scene.add(.panel(frame, radius: radius, palette.card))
        scene.add(.outline(frame.inset(0.5), radius: radius - 0.5, palette.edge))
        for (index, action) in actions.enumerated() {
            let row = Rect(0, Double(index) * Self.rowHeight, width, Self.rowHeight)
            if index > 0 { scene.add(.panel(Rect(0, row.y - 0.25, width, 0.5), radius: 0, palette.separator)) }
            add(action, in: row, to: &scene)
        }
        if let input = actions.lazy.compactMap(\.input).first {
            let field = field(input, width: width)
            scene.add(field, x: 0, y: height + 10)
            scene.height = height + 10 + field.height
        }
        return scene
    }

    private func add(_ action: PictureAction, in row: Rect, to scene: inout Scene) {
        let lock = action.needsUnlock ? 30.0 : 0
        let width = row.width - 2 * Self.margin - lock
        if let text = environment.text(action.title, TextStyle(size: 16, weight: .medium), width: width) {
            let box = Rect(Self.margin, row.middleY - text.height / 2, width, text.height)
            scene.add(.text(text, box, color(action), role: "\(role).button"))
        }
        guard action.needsUnlock else { return }
        let frame = Rect(row.right - Self.margin - 16, row.middleY - 9, 16, 18)
        scene.add(.symbol(.lock, frame, palette.faint))
    }

    private func field(_ input: PictureAction.TextInput, width: Double) -> Scene {
        let height = 44.0
        var scene = Scene(width: width, height: height)
        let style = TextStyle(size: 15, weight: .semibold, isCentred: true)
        let limit = width / 3
        let free = environment.text(input.button, style, width: limit)
        let wanted = input.button.isEmpty ? 40 : (free?.used.width ?? 0) + 30
        let buttonWidth = min(limit, max(64, wanted))
        let field = Rect(0, 0, width - buttonWidth - 8, height)
        scene.add(.panel(field, radius: height / 2, palette.field))
        scene.add(.outline(field.inset(0.5), radius: height / 2, palette.separator))
        if let text = environment.text(input.placeholder, TextStyle(size: 15), width: field.width - 32) {
            let box = Rect(16, field.middleY - text.height / 2, field.width - 32, text.height)
            scene.add(.text(text, box, palette.faint, role: "\(role).placeholder"))
        }
        let button = Rect(field.right + 8, 0, buttonWidth, height)
        scene.add(.panel(button, radius: height / 2, palette.accent))
        let onAccent = palette.accent.red < 0.4 ? Color(0xFFFFFF) : Color(0x0B1020)
        if !input.button.isEmpty, let text = environment.text(input.button, style, width: buttonWidth - 20) {
            let box = Rect(button.x + 10, button.middleY - text.height / 2, buttonWidth - 20, text.height)
            scene.add(.text(text, box, onAccent, role: "\(role).send"))
        } else {
            scene.add(.symbol(.send, Rect(button.middleX - 9, button.middleY - 9, 18, 18), onAccent))
        }
        return scene
    }

    private func color(_ action: PictureAction) -> Color {
        action.isDestructive ? palette.destructive : palette.title
    }
}
