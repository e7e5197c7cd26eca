/// A picture to draw: notifications, and how they are shown.
package struct PictureRequest: Sendable, Equatable {
    /// The place where the notification is seen.
    package enum Stage: String, Sendable, CaseIterable {
        case banner
        case list
        case expanded
        case group
    }

    package enum Appearance: String, Sendable, CaseIterable {
        case light
        case dark
    }

    package enum Device: String, Sendable, CaseIterable {
        case iphone
        case ipad

        /// Pixels for one point.
        package var scale: Double { self == .iphone ? 3 : 2 }
    }

    package enum Format: String, Sendable, CaseIterable {
        case png
        case svg
        /// Raw pixels for a terminal: rows of RGBA, four bytes for a pixel.
        case pixels
    }

    /// The limits of body lines, and of buttons.
    package struct Limits: Sendable, Equatable {
        package var bannerLines = 2
        package var listLines = 4
        package var bannerActions = 2
        package var expandedActions = 4

        package init() {}
    }

    /// The notifications, the newest first; a stage other than `group` shows the first.
    package var notifications: [PictureNotification]
    package var stages: [Stage] = [.banner]
    package var appearances: [Appearance] = [.light]
    package var device = Device.iphone
    package var format = Format.png
    /// A BCP 47 tag, such as `ja` or `ar-EG`: the shapes of Chinese characters, and the direction of the screen.
    package var locale = "en"
    package var limits = Limits()
    /// Pixels for one point; `nil` for those of the device.
    package var scale: Double?
    /// Whether stages have captions, and stand beside each other.
    package var isSheet = false

    package init(_ notifications: [PictureNotification]) {
        self.notifications = notifications
    }

    /// The most notifications of a request; a group draws three of them.
    package static let notificationLimit = 8

    /// The number of pixel frames that follow the request.
    package var imageCount: Int { notifications.count { $0.medium?.form == .pixels } }

    /// Whether the screen runs from right to left.
    package var isRightToLeft: Bool {
        let tag = locale.lowercased().split { $0 == "-" || $0 == "_" }
        if tag.contains("arab") || tag.contains("hebr") { return true }
        if tag.contains("latn") || tag.contains("cyrl") { return false }
        return tag.first.map { ["ar", "he", "iw", "fa", "ur", "ps", "sd", "ug", "yi", "dv", "ckb"].contains($0) }
            ?? false
    }
}

/// Decoded pixels: premultiplied BGRA in rows without gaps, as Cairo keeps them on this machine.
package struct PicturePixels: Sendable, Equatable {
    package let width: Int
    package let height: Int
    package let bytes: [UInt8]

    /// The largest side in pixels; nothing larger is drawn.
    package static let sideLimit = 1290

    /// Creates pixels; `nil` unless the bytes fit the size.
    package init?(width: Int, height: Int, bytes: [UInt8]) {
        guard (1...Self.sideLimit).contains(width), (1...Self.sideLimit).contains(height),
            bytes.count == width * height * 4
        else { return nil }
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// The shortest side of a thumbnail in a picture, in pixels: 40 points on a display with four pixels for a point.
    package static let thumbnailSide = 160

    /// The pixels at a fraction of their size, each the mean of a square, so that the shorter side is not below a limit.
    package func reduced(toShortSide side: Int) -> PicturePixels {
        let factor = min(width, height) / max(1, side)
        guard factor > 1 else { return self }
        let (columns, rows) = (width / factor, height / factor)
        var reduced = [UInt8](repeating: 0, count: columns * rows * 4)
        for row in 0..<rows {
            for column in 0..<columns {
                for channel in 0..<4 {
                    var sum = 0
                    for line in row * factor..<(row + 1) * factor {
                        let start = (line * width + column * factor) * 4 + channel
                        for place in stride(from: start, to: start + factor * 4, by: 4) { sum += Int(bytes[place]) }
                    }
                    reduced[(row * columns + column) * 4 + channel] = UInt8(sum / (factor * factor))
                }
            }
        }
        return PicturePixels(width: columns, height: rows, bytes: reduced) ?? self
    }
}

/// What was drawn, measured from the layout.
package struct PictureReport: Sendable, Equatable {
    /// One text with its box, in points from the top left corner of the picture.
    package struct Text: Sendable, Equatable {
        /// What it is, such as `banner.title`.
        package var role: String
        /// The box in which it must stay.
        package var box: [Double]
        /// The box that the layout needs.
        package var used: [Double]
        package var isCut: Bool
        /// The number of characters without a glyph in any font of this machine.
        package var missingGlyphs: Int

        package init(role: String, box: [Double], used: [Double], isCut: Bool, missingGlyphs: Int) {
            self.role = role
            self.box = box
            self.used = used
            self.isCut = isCut
            self.missingGlyphs = missingGlyphs
        }

        /// Whether the layout stays in the box, with half a point for rounding.
        package var fits: Bool {
            guard box.count == 4, used.count == 4 else { return false }
            return used[0] >= box[0] - 0.5 && used[1] >= box[1] - 0.5
                && used[0] + used[2] <= box[0] + box[2] + 0.5 && used[1] + used[3] <= box[1] + box[3] + 0.5
        }
    }

    /// The size in pixels; in points for SVG.
    package var width = 0
    package var height = 0
    package var texts: [Text] = []

    package init() {}
}
