/// The attachment that a notification shows.
package struct PictureMedium: Sendable, Equatable {
    /// What the picture has of the attachment.
    package enum Form: String, Sendable, CaseIterable {
        /// Decoded pixels, which follow the request.
        case pixels
        /// A box with the kind and the size, where no decoder could be used.
        case placeholder
        /// The row of an audio player.
        case audio
        /// The broken picture with which an extension replaces what it could not load.
        case error
    }

    /// A part of the picture, in fractions of its width and height from the top left corner.
    package struct Clip: Sendable, Equatable {
        package var x: Double
        package var y: Double
        package var width: Double
        package var height: Double

        /// The whole picture.
        package static let whole = Clip(x: 0, y: 0, width: 1, height: 1)

        /// Creates a rectangle; values outside of the picture are cut off, and an empty rectangle is the whole picture.
        package init(x: Double, y: Double, width: Double, height: Double) {
            let left = min(max(x, 0), 1)
            let top = min(max(y, 0), 1)
            let right = min(max(x + width, left), 1)
            let bottom = min(max(y + height, top), 1)
            let isEmpty = !(right - left > 0.001 && bottom - top > 0.001)
            self.x = isEmpty ? 0 : left
            self.y = isEmpty ? 0 : top
            self.width = isEmpty ? 1 : right - left
            self.height = isEmpty ? 1 : bottom - top
        }
    }

    /// Where the notification shows the media file.
    package enum Place: String, Sendable, CaseIterable {
        /// As a thumbnail, and across the expanded notification.
        case everywhere
        /// In the expanded notification: the extension hides the thumbnail.
        case expandedOnly
        /// As a thumbnail: the app's content extension shows buttons in the place of the media file.
        case thumbnailOnly
    }

    package var form: Form
    /// What a placeholder or a player writes, such as `MP4 · 3.2 MB`.
    package var label: String
    /// Width divided by height, above 0.
    package var ratio: Double
    /// Whether it is a video, on which a play button is drawn.
    package var isVideo: Bool
    /// The part that the thumbnail shows.
    package var clip: Clip
    package var place: Place

    /// Whether the banner and the list have a thumbnail; a player has none.
    package var hasThumbnail: Bool { place != .expandedOnly && form != .audio }
    /// Whether the expanded notification shows the media file.
    package var isExpanded: Bool { place != .thumbnailOnly }

    package init(
        form: Form,
        label: String = "",
        ratio: Double = 1,
        isVideo: Bool = false,
        clip: Clip = .whole,
        place: Place = .everywhere
    ) {
        self.form = form
        self.label = label
        self.ratio = ratio.isFinite && ratio > 0 ? min(max(ratio, 0.1), 10) : 1
        self.isVideo = isVideo
        self.clip = clip
        self.place = place
    }
}
