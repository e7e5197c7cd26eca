import NotificationPicture

/// What every part of a picture needs to be laid out.
struct LayoutEnvironment {
    let palette: Palette
    let locale: String
    let isRightToLeft: Bool
    let limits: PictureRequest.Limits
    /// The index of each notification's pixels among the images; `nil` without.
    let images: [Int?]

    func text(_ text: String, _ style: TextStyle, width: Double) -> TextLayout? {
        TextLayout(text, style, width: max(1, width), locale: locale, isRightToLeft: isRightToLeft)
    }
}

/// A notification as a card of a banner or a list: icon, texts, time, thumbnail, and buttons where there is room.
struct CardLayout {
    static let radius = 24.0
    private static let margin = 14.0
    private static let iconSide = 38.0
    private static let gap = 10.0
    static let thumbnailSide = 40.0

    let environment: LayoutEnvironment
    let notification: PictureNotification
    /// The index of the notification, for its image.
    let index: Int
    /// What the roles of texts begin with.
    let role: String
    let bodyLines: Int
    let actionLimit: Int

    /// Returns the card with its final height.
    func scene(width: Double) -> Scene {
        var content = Scene(width: width)
        let icon = Rect(Self.margin, Self.margin, Self.iconSide, Self.iconSide)
        let left = icon.right + Self.gap
        let right = width - Self.margin
        let top = Self.margin - 1
        let palette = environment.palette

        // The time keeps its width, up to a third of the card, and the title takes the rest.
        var titleRight = right
        var timeHeight = 0.0
        if let time = fitted(notification.time, TextStyle(size: 13), within: (right - left) / 3) {
            let box = Rect(right - time.width, top + 1, time.width, time.height)
            content.add(.text(time, box, palette.faint, role: "\(role).time"))
            titleRight = box.x - 8
            timeHeight = time.height
        }
        let thumbnail = thumbnail(top: top + timeHeight + 5, right: right)
        let textRight = thumbnail.map { $0.x - Self.gap } ?? right

        var y = top
        let texts: [(String, String, TextStyle, Color, Double)] = [
            ("title", headline, TextStyle(size: 15, weight: .semibold), palette.title, titleRight),
            ("subtitle", notification.subtitle, TextStyle(size: 15, weight: .semibold), palette.title, textRight),
            ("body", notification.body, TextStyle(size: 15, lines: bodyLines), palette.body, textRight),
        ]
        for (name, text, style, color, end) in texts where !text.isEmpty {
            guard let layout = environment.text(text, style, width: end - left) else { continue }
            content.add(.text(layout, Rect(left, y, end - left, layout.height), color, role: "\(role).\(name)"))
            y += layout.height + 1
        }
        var bottom = max(y - 1, icon.bottom)
        if let thumbnail {
            bottom = max(bottom, thumbnail.bottom)
            MediumLayout(environment: environment, notification: notification, index: index, role: "\(role).thumbnail")
                .addThumbnail(at: thumbnail, to: &content)
        }
        let buttons = ActionLayout(environment: environment, role: role)
            .pills(Array(notification.actions.prefix(max(0, actionLimit))), width: width - 2 * Self.margin)
        if let buttons {
            content.add(buttons, x: Self.margin, y: bottom + 12)
            bottom += 12 + buttons.height
        }
        content.height = (bottom + Self.margin).rounded(.up)

        var card = Scene(width: width, height: content.height)
        let frame = Rect(0, 0, width, card.height)
        card.add(.shadow(frame, radius: Self.radius, palette.shadow))
        card.add(.panel(frame, radius: Self.radius, palette.card))
        card.add(.outline(frame.inset(0.5), radius: Self.radius - 0.5, palette.edge))
        card.add(.appIcon(icon, name: notification.app))
        card.add(content, x: 0, y: 0)
        return card
    }

    /// A push without a title shows the app's name in its place.
    private var headline: String { notification.title.isEmpty ? notification.app : notification.title }

    private func thumbnail(top: Double, right: Double) -> Rect? {
        guard notification.medium?.hasThumbnail == true else { return nil }
        return Rect(right - Self.thumbnailSide, top, Self.thumbnailSide, Self.thumbnailSide)
    }

    /// A text as wide as it is, up to a limit.
    private func fitted(_ text: String, _ style: TextStyle, within limit: Double) -> TextLayout? {
        guard !text.isEmpty, let free = environment.text(text, style, width: limit) else { return nil }
        return environment.text(text, style, width: min(limit, free.used.width.rounded(.up) + 1))
    }
}
