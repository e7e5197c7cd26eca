/// Small real media for demonstrations and tests, and some that are wrong on purpose.
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
    /// An HTML page, as origins send in place of an image that is gone.
    case pageHTML = "page.html"
    /// `photoJPEG` filled up with comment segments to exactly 11,000,000 bytes: whole and valid, and over 10 MiB.
    case hugeJPEG = "huge.jpg"
    /// The first 600 bytes of `photoPNG`.
    case truncatedPNG = "truncated.png"

    /// The file's content; `hugeJPEG` is made anew on each call.
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

    /// The true MIME type of the bytes.
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
}
