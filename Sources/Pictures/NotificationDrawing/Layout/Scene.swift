import NotificationPicture

/// What is drawn, in the order of drawing; places are in points from the top left corner.
struct Scene {
    var width: Double
    var height = 0.0
    private(set) var elements: [Element] = []

    enum Element {
        case wallpaper(Rect, Palette)
        /// The darkening behind an expanded notification.
        case veil(Rect)
        case shadow(Rect, radius: Double, Color)
        case panel(Rect, radius: Double, Color)
        case outline(Rect, radius: Double, Color)
        case text(TextLayout, Rect, Color, role: String)
        case image(Int, Rect, radius: Double, clip: PictureMedium.Clip)
        case appIcon(Rect, name: String)
        case symbol(Symbol, Rect, Color)
        /// Another scene outside of a rounded hole, behind a translucent card.
        case behind(Scene, hole: Rect, radius: Double)
        /// Another scene in a rounded frame.
        case tile(Scene, Rect, radius: Double, Color)
    }

    mutating func add(_ element: Element) { elements.append(element) }

    /// Adds the elements of another scene at a place.
    mutating func add(_ scene: Scene, x: Double, y: Double) {
        for element in scene.elements { elements.append(element.mapped { $0.moved(x, y) }) }
    }

    fileprivate func mapped(_ place: (Rect) -> Rect) -> Scene {
        var scene = Scene(width: width, height: height)
        scene.elements = elements.map { $0.mapped(place) }
        return scene
    }

    /// The same scene for a screen that runs from right to left; texts keep their own direction.
    var mirrored: Scene {
        var mirror = Scene(width: width, height: height)
        mirror.elements = elements.map { element in
            switch element {
            // Inside of a frame the scene has its own plane.
            case .tile(let scene, let rect, let radius, let color):
                .tile(scene.mirrored, rect.mirrored(in: width), radius: radius, color)
            default: element.mapped { $0.mirrored(in: width) }
            }
        }
        return mirror
    }

    /// The texts with their boxes.
    var texts: [PictureReport.Text] {
        elements.flatMap { element -> [PictureReport.Text] in
            switch element {
            case .text(let layout, let box, _, let role):
                [
                    PictureReport.Text(
                        role: role,
                        box: box.numbers,
                        used: layout.used.moved(box.x, box.y).numbers,
                        isCut: layout.isCut,
                        missingGlyphs: layout.missingGlyphs
                    )
                ]
            case .tile(let scene, let place, _, _):
                scene.texts.map { text in
                    var text = text
                    for index in 0..<2 {
                        let distance = index == 0 ? place.x : place.y
                        text.box[index] += distance
                        text.used[index] += distance
                    }
                    return text
                }
            default: []
            }
        }
    }
}

extension Scene.Element {
    fileprivate func mapped(_ place: (Rect) -> Rect) -> Scene.Element {
        switch self {
        case .wallpaper(let rect, let palette): .wallpaper(place(rect), palette)
        case .veil(let rect): .veil(place(rect))
        case .shadow(let rect, let radius, let color): .shadow(place(rect), radius: radius, color)
        case .panel(let rect, let radius, let color): .panel(place(rect), radius: radius, color)
        case .outline(let rect, let radius, let color): .outline(place(rect), radius: radius, color)
        case .text(let layout, let rect, let color, let role): .text(layout, place(rect), color, role: role)
        case .image(let index, let rect, let radius, let clip): .image(index, place(rect), radius: radius, clip: clip)
        case .appIcon(let rect, let name): .appIcon(place(rect), name: name)
        case .symbol(let symbol, let rect, let color): .symbol(symbol, place(rect), color)
        case .behind(let scene, let hole, let radius):
            .behind(scene.mapped(place), hole: place(hole), radius: radius)
        case .tile(let scene, let rect, let radius, let color): .tile(scene, place(rect), radius: radius, color)
        }
    }
}

/// Shapes of our own.
enum Symbol {
    case play
    case wave
    case film
    case broken
    case lock
    case send
    case battery
    case signal
}
