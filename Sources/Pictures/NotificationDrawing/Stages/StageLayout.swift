import NotificationPicture

/// A stage on its screen: wallpaper, status bar or clock, and the notifications.
struct StageLayout {
    let request: PictureRequest
    let environment: LayoutEnvironment

    private var screenWidth: Double { request.device == .iphone ? 393 : 620 }
    private var cardWidth: Double { request.device == .iphone ? 377 : 440 }
    private var palette: Palette { environment.palette }

    /// Returns the screen of a stage.
    func scene(_ stage: PictureRequest.Stage) -> Scene {
        let content =
            switch stage {
            case .banner: banner
            case .list: list
            case .expanded: expanded
            case .group: group
            }
        return request.isRightToLeft ? content.mirrored : content
    }

    private var banner: Scene {
        guard let notification = request.notifications.first else { return Scene(width: screenWidth, height: 100) }
        let card = CardLayout(
            environment: environment,
            notification: notification,
            index: 0,
            role: "banner",
            bodyLines: environment.limits.bannerLines,
            actionLimit: environment.limits.bannerActions
        )
        .scene(width: cardWidth)
        return screen(card, top: 54, bottom: 44, isVeiled: false, hasClock: false)
    }

    private var list: Scene {
        screen(listCard(0, role: "list"), top: 216, bottom: 40, isVeiled: false, hasClock: true)
    }

    private var expanded: Scene {
        guard let notification = request.notifications.first else { return Scene(width: screenWidth, height: 100) }
        let content = ExpandedLayout(environment: environment, notification: notification, index: 0)
            .scene(width: cardWidth)
        return screen(content, top: 54, bottom: 44, isVeiled: true, hasClock: false)
    }

    /// Three notifications of one thread at most: the newest whole, the others behind it.
    private var group: Scene {
        let front = listCard(0, role: "group")
        var stack = Scene(width: cardWidth, height: front.height)
        let behind = min(2, max(0, request.notifications.count - 1))
        var hole = Rect(0, 0, cardWidth, front.height)
        for depth in 1...2 where depth <= behind {
            let inset = 13.0 * Double(depth)
            let bottom = front.height + 10 * Double(depth)
            let frame = Rect(inset, bottom - 60, cardWidth - 2 * inset, 60)
            var card = Scene(width: cardWidth, height: bottom)
            card.add(.shadow(frame, radius: CardLayout.radius, palette.shadow))
            card.add(.panel(frame, radius: CardLayout.radius, palette.cardBehind.faded(depth == 1 ? 1 : 0.75)))
            // Each card hides those behind it.
            stack.add(.behind(card, hole: hole, radius: CardLayout.radius))
            stack.height = bottom
            hole = Rect(0, 0, cardWidth, bottom)
        }
        stack.add(front, x: 0, y: 0)
        return screen(stack, top: 216, bottom: 40, isVeiled: false, hasClock: true)
    }

    private func listCard(_ index: Int, role: String) -> Scene {
        guard request.notifications.indices.contains(index) else { return Scene(width: cardWidth, height: 60) }
        return CardLayout(
            environment: environment,
            notification: request.notifications[index],
            index: index,
            role: role,
            bodyLines: environment.limits.listLines,
            actionLimit: 0
        )
        .scene(width: cardWidth)
    }

    private func screen(_ content: Scene, top: Double, bottom: Double, isVeiled: Bool, hasClock: Bool) -> Scene {
        var scene = Scene(width: screenWidth, height: top + content.height + bottom)
        let frame = Rect(0, 0, screenWidth, scene.height)
        scene.add(.wallpaper(frame, palette))
        if isVeiled { scene.add(.veil(frame)) }
        addStatus(to: &scene, hasTime: !hasClock)
        if hasClock { addClock(to: &scene) }
        scene.add(content, x: (screenWidth - content.width) / 2, y: top)
        return scene
    }

    private func addStatus(to scene: inout Scene, hasTime: Bool) {
        let color = palette.onWallpaper.faded(0.95)
        if hasTime, let time = environment.text("9:41", TextStyle(size: 15, weight: .semibold), width: 60) {
            scene.add(.text(time, Rect(30, 18, 60, time.height), color, role: "status.time"))
        }
        scene.add(.symbol(.signal, Rect(screenWidth - 80, 21, 18, 12), color))
        scene.add(.symbol(.battery, Rect(screenWidth - 54, 21, 26, 12), color))
    }

    private func addClock(to scene: inout Scene) {
        let color = palette.onWallpaper.faded(0.95)
        let width = screenWidth - 40
        let day = TextStyle(size: 19, weight: .medium, isCentred: true)
        if let text = environment.text(ScreenWords.of(environment.locale).date, day, width: width) {
            scene.add(.text(text, Rect(20, 66, width, text.height), color, role: "screen.date"))
        }
        let clock = TextStyle(size: 84, weight: .semibold, isCentred: true)
        guard let text = environment.text("9:41", clock, width: width) else { return }
        scene.add(.text(text, Rect(20, 88, width, text.height), color, role: "screen.clock"))
    }
}
