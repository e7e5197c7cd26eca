import NotificationPicture

/// Several stages in one picture: a row for each appearance, with a caption above each screen.
struct SheetLayout {
    private static let gap = 28.0
    private static let captionHeight = 30.0

    let request: PictureRequest
    let images: [Int?]

    /// Returns one stage as it is, or all of them side by side.
    var scene: Scene {
        if !request.isSheet, request.stages.count == 1, request.appearances.count == 1 {
            return screen(request.stages[0], request.appearances[0])
        }
        let rows = request.appearances.map { row($0) }
        var sheet = Scene(width: rows.map(\.width).max() ?? 1)
        for row in rows {
            sheet.add(row, x: 0, y: sheet.height)
            sheet.height += row.height
        }
        return sheet
    }

    private func row(_ appearance: PictureRequest.Appearance) -> Scene {
        let palette = Palette.of(appearance)
        let screens = request.stages.map { screen($0, appearance) }
        let width = screens.map(\.width).reduce(Self.gap) { $0 + $1 + Self.gap }
        let top = Self.gap + Self.captionHeight
        var row = Scene(width: width, height: top + ((screens.map(\.height).max() ?? 0) + Self.gap).rounded(.up))
        row.add(.panel(Rect(0, 0, row.width, row.height), radius: 0, palette.page))
        let environment = environment(palette)
        var x = Self.gap
        for (stage, screen) in zip(request.stages, screens) {
            let name = Self.captions[stage] ?? stage.rawValue
            if let caption = environment.text(name, TextStyle(size: 15, weight: .semibold), width: screen.width - 8) {
                let box = Rect(x + 4, Self.gap, screen.width - 8, caption.height)
                row.add(.text(caption, box, palette.caption, role: "sheet.caption"))
            }
            let frame = Rect(x, top, screen.width, screen.height)
            row.add(.tile(screen, frame, radius: 30, palette.page))
            row.add(.outline(frame.inset(-0.5), radius: 30, palette.separator))
            x += screen.width + Self.gap
        }
        return row
    }

    private func screen(_ stage: PictureRequest.Stage, _ appearance: PictureRequest.Appearance) -> Scene {
        StageLayout(request: request, environment: environment(Palette.of(appearance))).scene(stage)
    }

    private func environment(_ palette: Palette) -> LayoutEnvironment {
        LayoutEnvironment(
            palette: palette,
            locale: request.locale,
            isRightToLeft: request.isRightToLeft,
            limits: request.limits,
            images: images
        )
    }

    private static let captions: [PictureRequest.Stage: String] = [
        .banner: "Banner", .list: "List", .expanded: "Expanded", .group: "Group",
    ]
}
