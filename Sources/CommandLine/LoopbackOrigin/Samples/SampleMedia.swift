/// Small media files for demonstrations and tests, some of them invalid on purpose.
package enum SampleMedia: String, Sendable, CaseIterable {
    /// A PNG of 160 × 120 pixels.
    case photoPNG = "photo.png"
    /// A baseline JPEG of 160 × 120 pixels.
    case photoJPEG = "photo.jpg"
    /// A GIF of 64 × 48 pixels and four frames.
    case animationGIF = "animation.gif"
    /// One second of H.264 in an MP4, 64 × 48 pixels.
    case clipMP4 = "clip.mp4"
    /// Half a second of MPEG-4 video in an AVI, 64 × 48 pixels.
    case clipAVI = "clip.avi"
    /// A lossy WebP of 160 × 120 pixels, which iOS does not attach.
    case pictureWebP = "picture.webp"
    /// A quarter of a second of a 440 Hz tone, 8 kHz PCM.
    case toneWAV = "tone.wav"
    /// An HTML page, as origins send in place of a missing image.
    case pageHTML = "page.html"
    /// `photoJPEG` padded with comment segments to exactly 11,000,000 bytes: valid, and over 10 MiB.
    case hugeJPEG = "huge.jpg"
    case truncatedPNG = "truncated.png"

    /// The file's content; `hugeJPEG` is generated on each call.
    package var bytes: [UInt8] {
        switch self {
        case .photoPNG: PackageResources.photo_png
        case .photoJPEG: PackageResources.photo_jpg
        case .animationGIF: PackageResources.animation_gif
        case .clipMP4: PackageResources.clip_mp4
        case .clipAVI: PackageResources.clip_avi
        case .pictureWebP: PackageResources.picture_webp
        case .toneWAV: PackageResources.tone_wav
        case .pageHTML: Array(Self.page.utf8)
        case .hugeJPEG: Self.padded(jpeg: PackageResources.photo_jpg, to: 11_000_000)
        case .truncatedPNG: Array(PackageResources.photo_png.prefix(600))
        }
    }

    package var mimeType: String {
        switch self {
        case .photoPNG, .truncatedPNG: "image/png"
        case .photoJPEG, .hugeJPEG: "image/jpeg"
        case .animationGIF: "image/gif"
        case .clipMP4: "video/mp4"
        case .clipAVI: "video/x-msvideo"
        case .pictureWebP: "image/webp"
        case .toneWAV: "audio/wav"
        case .pageHTML: "text/html; charset=utf-8"
        }
    }

    private static let page = """
        <!DOCTYPE html>
        <html lang="en">
        <head><meta charset="utf-8"><title>Sign in</title></head>
        <body><h1>Sign in to see this image</h1></body>
        </html>

        """

    /// The longest JPEG comment segment, in bytes: two of marker, and a length of 65,535 that counts itself.
    private static let longestSegment = 2 + 65_535
    /// The shortest segment: two bytes of marker and two of length.
    private static let shortestSegment = 4

    /// Pads a complete JFIF JPEG with comment segments, which decoders skip, to `byteCount` bytes, at least 4 more than
    /// its own. Returns the JPEG itself when the length leaves no room for a segment or it does not begin as JFIF.
    package static func padded(jpeg: [UInt8], to byteCount: Int) -> [UInt8] {
        let count = byteCount - jpeg.count
        guard count >= shortestSegment, jpeg.count > 6, jpeg.starts(with: [0xFF, 0xD8, 0xFF, 0xE0]) else { return jpeg }
        var padding = [UInt8](repeating: 0x20, count: count)
        var start = 0
        while start < count {
            let left = count - start
            var segment = min(left, longestSegment)
            // The rest must be empty or large enough for a segment.
            if left > segment, left - segment < shortestSegment { segment -= shortestSegment }
            padding[start] = 0xFF
            padding[start + 1] = 0xFE
            padding[start + 2] = UInt8((segment - 2) >> 8)
            padding[start + 3] = UInt8((segment - 2) & 0xFF)
            start += segment
        }
        // JFIF requires its own segment directly after the start-of-image marker, so the comments follow that.
        let end = 4 + Int(jpeg[4]) << 8 + Int(jpeg[5])
        return Array(jpeg.prefix(end)) + padding + jpeg.dropFirst(end)
    }
}
