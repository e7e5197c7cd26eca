import NotificationPicture

/// The media file of a notification: a thumbnail, or as large as the expanded notification.
struct MediumLayout {
    let environment: LayoutEnvironment
    let notification: PictureNotification
    let index: Int
    let role: String

    private var palette: Palette { environment.palette }
    private var image: Int? { environment.images.indices.contains(index) ? environment.images[index] : nil }

    /// Adds the thumbnail in a small square.
    func addThumbnail(at frame: Rect, to scene: inout Scene) {
        guard let medium = notification.medium else { return }
        let radius = 8.0
        if medium.form == .pixels, let image {
            scene.add(.image(image, frame, radius: radius, clip: medium.clip))
        } else {
            scene.add(.panel(frame, radius: radius, palette.placeholder))
            let symbol: Symbol = medium.form == .error ? .broken : .film
            scene.add(.symbol(symbol, frame.inset(11), palette.faint))
        }
        guard medium.isVideo, medium.form == .pixels else { return }
        scene.add(.symbol(.play, Rect(frame.middleX - 6, frame.middleY - 7, 14, 14), Color(0xFFFFFF, 0.95)))
    }

    /// The height that the media file takes at a width; a tall picture is cut at the limit, as on the phone.
    func height(width: Double, limit: Double) -> Double {
        guard let medium = notification.medium, medium.isExpanded else { return 0 }
        switch medium.form {
        case .audio: return 56
        case .placeholder, .error, .pixels: return min(limit, max(80, (width / medium.ratio).rounded()))
        }
    }

    /// Adds the media file across the expanded notification.
    func addExpanded(at frame: Rect, to scene: inout Scene) {
        guard let medium = notification.medium else { return }
        switch medium.form {
        case .pixels:
            guard let image else { return addBox(medium, at: frame, to: &scene) }
            scene.add(.image(image, frame, radius: 0, clip: .whole))
            if medium.isVideo { addPlayButton(at: frame, to: &scene) }
        case .placeholder, .error: addBox(medium, at: frame, to: &scene)
        case .audio: addPlayer(medium, at: frame, to: &scene)
        }
    }

    private func addPlayButton(at frame: Rect, to scene: inout Scene) {
        let circle = Rect(frame.middleX - 28, frame.middleY - 28, 56, 56)
        scene.add(.panel(circle, radius: 28, Color(0x000000, 0.45)))
        scene.add(.symbol(.play, Rect(circle.middleX - 9, circle.middleY - 12, 24, 24), Color(0xFFFFFF, 0.95)))
    }

    private func addBox(_ medium: PictureMedium, at frame: Rect, to scene: inout Scene) {
        scene.add(.panel(frame, radius: 0, palette.placeholder))
        let style = TextStyle(size: 13, weight: .medium, lines: 2, isCentred: true)
        let label = environment.text(medium.label, style, width: frame.width - 40)
        let height = 34 + 8 + (label?.height ?? 0)
        let top = frame.middleY - height / 2
        let symbol: Symbol = medium.form == .error ? .broken : .film
        scene.add(.symbol(symbol, Rect(frame.middleX - 17, top, 34, 34), palette.faint))
        guard let label else { return }
        let box = Rect(frame.x + 20, top + 42, frame.width - 40, label.height)
        scene.add(.text(label, box, palette.faint, role: "\(role).label"))
    }

    /// The row of an audio player: button, wave and the file's label.
    private func addPlayer(_ medium: PictureMedium, at frame: Rect, to scene: inout Scene) {
        scene.add(.panel(frame, radius: 0, palette.placeholder))
        let button = Rect(frame.x + 14, frame.middleY - 17, 34, 34)
        scene.add(.panel(button, radius: 17, palette.accent))
        scene.add(.symbol(.play, Rect(button.middleX - 6, button.middleY - 8, 16, 16), palette.card.faded(1.2)))
        let wave = Rect(button.right + 14, frame.middleY - 12, 110, 24)
        scene.add(.symbol(.wave, wave, palette.faint))
        let width = frame.right - 14 - wave.right - 14
        guard let label = environment.text(medium.label, TextStyle(size: 13), width: width) else { return }
        let box = Rect(wave.right + 14, frame.middleY - label.height / 2, width, label.height)
        scene.add(.text(label, box, palette.faint, role: "\(role).label"))
    }
}
