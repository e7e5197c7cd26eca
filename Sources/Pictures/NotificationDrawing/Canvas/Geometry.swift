/// A rectangle in points from the top left corner.
struct Rect: Equatable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    var right: Double { x + width }
    var bottom: Double { y + height }
    var middleX: Double { x + width / 2 }
    var middleY: Double { y + height / 2 }
    var numbers: [Double] { [x, y, width, height] }

    func inset(_ distance: Double) -> Rect {
        Rect(x + distance, y + distance, max(0, width - 2 * distance), max(0, height - 2 * distance))
    }

    func moved(_ horizontal: Double, _ vertical: Double) -> Rect {
        Rect(x + horizontal, y + vertical, width, height)
    }

    /// The same rectangle in a mirror of a plane with a width.
    func mirrored(in plane: Double) -> Rect { Rect(plane - x - width, y, width, height) }
}

/// A colour with components from 0 to 1.
struct Color: Equatable {
    var red: Double
    var green: Double
    var blue: Double
    var alpha: Double

    /// Creates a colour of a hexadecimal number such as `0x1C1C1E`.
    init(_ number: UInt32, _ alpha: Double = 1) {
        red = Double(number >> 16 & 0xFF) / 255
        green = Double(number >> 8 & 0xFF) / 255
        blue = Double(number & 0xFF) / 255
        self.alpha = alpha
    }

    func faded(_ factor: Double) -> Color {
        var color = self
        color.alpha *= factor
        return color
    }
}
