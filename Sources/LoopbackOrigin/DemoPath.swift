/// A path of the demo origin.
package enum DemoPath: String, Sendable, CaseIterable {
    /// A PNG.
    case photoPNG = "/photo.png"
    /// A JPEG.
    case photoJPEG = "/photo.jpg"
    /// A GIF of four frames.
    case animationGIF = "/animation.gif"
    /// An MP4.
    case clipMP4 = "/clip.mp4"
    /// An AVI.
    case clipAVI = "/clip.avi"
    /// A WebP, which iOS does not attach.
    case pictureWebP = "/picture.webp"
    /// A WAV.
    case toneWAV = "/tone.wav"
    /// A PNG under a path without an extension.
    case noExtension = "/no-extension"
    /// A PNG under a JPEG's name.
    case photoNamedJPEG = "/photo-named.jpg"
    /// An HTML page under a PNG's name.
    case pageNamedPNG = "/page.png"
    /// A valid JPEG of 11,000,000 bytes.
    case hugeJPEG = "/huge.jpg"
    /// The first 600 bytes of a PNG, sent as if they were all.
    case truncatedPNG = "/truncated.png"
    /// A PNG whose connection ends after 600 of the announced bytes.
    case cutOffPNG = "/cut-off.png"
    /// A PNG that takes about 20 s.
    case slowPNG = "/slow.png"
    /// Never an answer.
    case silentPNG = "/silent.png"
    /// A redirect to `/photo.png`.
    case redirect = "/redirect"
    /// A redirect to itself.
    case redirectLoop = "/redirect-loop"
    /// A redirect to an http URL of another host.
    case redirectToHTTP = "/redirect-to-http"
    /// A 404.
    case missingPNG = "/missing.png"
    /// A 503.
    case unavailablePNG = "/unavailable.png"
}
