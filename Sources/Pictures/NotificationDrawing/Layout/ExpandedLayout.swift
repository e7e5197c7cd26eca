import NotificationPicture

/// The notification after a long press: its media file at its ratio, all of its text, and the buttons below.
struct ExpandedLayout {
    /// More text than this scrolls on the phone.
    private static let bodyLines = 14
    private static let mediumLimit = 420.0
    private static let radius = 26.0
    /// Between two texts.
    private static let gap = 3.0

    let environment: LayoutEnvironment
    let notification: PictureNotification
    let index: Int

    func scene(width: Double) -> Scene {
        let palette = environment.palette
        var content = Scene(width: width)
        let margin = 16.0
        let medium = MediumLayout(
            environment: environment,
            notification: notification,
            index: index,
            role: "expanded.medium"
        )
        var y = medium.height(width: width, limit: Self.mediumLimit)
        if y > 0 { medium.addExpanded(at: Rect(0, 0, width, y), to: &content) }

        // The app and the time, in one line.
        y += 14
        let icon = Rect(margin, y, 22, 22)
        content.add(.appIcon(icon, name: notification.app))
        var nameRight = width - margin
        let small = TextStyle(size: 13, weight: .medium)
        if let free = environment.text(notification.time, small, width: width / 3), !notification.time.isEmpty {
            let timeWidth = min(width / 3, free.used.width.rounded(.up) + 1)
            if let time = environment.text(notification.time, small, width: timeWidth) {
                let box = Rect(width - margin - timeWidth, icon.middleY - time.height / 2, timeWidth, time.height)
                content.add(.text(time, box, palette.faint, role: "expanded.time"))
                nameRight = box.x - 8
            }
        }
        let nameLeft = icon.right + 8
        if let name = environment.text(notification.app, small, width: nameRight - nameLeft) {
            let box = Rect(nameLeft, icon.middleY - name.height / 2, nameRight - nameLeft, name.height)
            content.add(.text(name, box, palette.faint, role: "expanded.app"))
        }
        y = icon.bottom + 10
        var right = width - margin
        var bottom = y
        // Media that the expanded notification does not show are the thumbnail of the banner.
        if notification.medium?.isExpanded == false, notification.medium?.hasThumbnail == true {
            let thumbnail = Rect(
                right - CardLayout.thumbnailSide,
                y,
                CardLayout.thumbnailSide,
                CardLayout.thumbnailSide
            )
            medium.addThumbnail(at: thumbnail, to: &content)
            right = thumbnail.x - 10
            bottom = thumbnail.bottom + Self.gap
        }

        let texts: [(String, String, TextStyle, Color)] = [
            ("title", notification.title, TextStyle(size: 17, weight: .semibold, lines: 4), palette.title),
            ("subtitle", notification.subtitle, TextStyle(size: 16, weight: .semibold, lines: 4), palette.title),
            ("body", notification.body, TextStyle(size: 16, lines: Self.bodyLines), palette.body),
        ]
        for (name, text, style, color) in texts where !text.isEmpty {
            guard let layout = environment.text(text, style, width: right - margin) else { continue }
            let box = Rect(margin, y, right - margin, layout.height)
            content.add(.text(layout, box, color, role: "expanded.\(name)"))
            y += layout.height + Self.gap
        }
        content.height = (max(y, bottom) + 13).rounded(.up)

        var scene = Scene(width: width, height: content.height)
        let frame = Rect(0, 0, width, content.height)
        scene.add(.shadow(frame, radius: Self.radius, palette.shadow))
        // One frame cuts the media file's corners.
        // On the darkened wallpaper a translucent card would be grey.
        var card = palette.card
        card.alpha = 0.97
        scene.add(.tile(content, frame, radius: Self.radius, card))
        scene.add(.outline(frame.inset(0.5), radius: Self.radius - 0.5, palette.edge))
        let actions = Array(notification.actions.prefix(max(0, environment.limits.expandedActions)))
        if let menu = ActionLayout(environment: environment, role: "expanded").menu(actions, width: width) {
            scene.add(menu, x: 0, y: scene.height + 10)
            scene.height += 10 + menu.height
        }
        return scene
    }
}
