package import AttacheSystem

/// The origin of `attache demo`: valid and invalid media of every kind, each under a descriptive path.
package enum DemoOrigin {
    /// The target of an http redirect of the demo; it is never requested (RFC 2606).
    package static let redirectTarget = "http://media.example.com/photo.png"

    /// Starts the origin on a port, or with 0 on one chosen by the system; call `stop` when done. `slowDuration` is the
    /// duration of `/slow.png`.
    package static func start(
        port: Int = 0,
        slowDuration: Duration = .seconds(20)
    ) throws(SystemCallError) -> LoopbackOrigin {
        try .start(port: port) { behaviour(for: $0.path, slowDuration: slowDuration) }
    }

    /// Returns the behaviour of a path without query, for unknown paths a 404; `slowDuration` is the duration of
    /// `/slow.png`.
    package static func behaviour(for path: String, slowDuration: Duration) -> Behaviour {
        guard let demoPath = DemoPath(rawValue: path) else { return .status(404) }
        return switch demoPath {
        case .photoPNG: file(.photoPNG)
        case .photoJPEG: file(.photoJPEG)
        case .animationGIF: file(.animationGIF)
        case .clipMP4: file(.clipMP4)
        case .clipAVI: file(.clipAVI)
        case .pictureWebP: file(.pictureWebP)
        case .toneWAV: file(.toneWAV)
        case .noExtension: file(.photoPNG)
        // Origins that do not examine the bytes announce the type of the name.
        case .photoNamedJPEG: .file(SampleMedia.photoPNG.bytes, type: "image/jpeg")
        case .pageNamedPNG: file(.pageHTML)
        case .hugeJPEG: file(.hugeJPEG)
        case .truncatedPNG: file(.truncatedPNG)
        case .cutOffPNG: .truncated(SampleMedia.photoPNG.bytes, type: "image/png", after: 600)
        case .slowPNG: slow(.photoPNG, duration: slowDuration)
        case .silentPNG: .silent
        case .redirect: .redirect(to: DemoPath.photoPNG.rawValue)
        case .redirectLoop: .redirect(to: DemoPath.redirectLoop.rawValue)
        case .redirectToHTTP: .redirect(to: redirectTarget)
        case .missingPNG: .status(404)
        case .unavailablePNG: .status(503)
        }
    }

    private static func file(_ media: SampleMedia) -> Behaviour {
        .file(media.bytes, type: media.mimeType)
    }

    private static func slow(_ media: SampleMedia, duration: Duration) -> Behaviour {
        let bytes = media.bytes
        // A hundred pieces with 99 pauses between them.
        let byteCount = (bytes.count + 99) / 100
        let pauses = max(1, (bytes.count + byteCount - 1) / byteCount - 1)
        return .slow(bytes, type: media.mimeType, byteCount: byteCount, interval: duration / pauses)
    }
}

package enum DemoPath: String, Sendable, CaseIterable {
    case photoPNG = "/photo.png"
    case photoJPEG = "/photo.jpg"
    /// A GIF of four frames.
    case animationGIF = "/animation.gif"
    case clipMP4 = "/clip.mp4"
    case clipAVI = "/clip.avi"
    /// A WebP, which iOS does not attach.
    case pictureWebP = "/picture.webp"
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
    case redirect = "/redirect"
    case redirectLoop = "/redirect-loop"
    /// A redirect to an http URL of another host.
    case redirectToHTTP = "/redirect-to-http"
    case missingPNG = "/missing.png"
    case unavailablePNG = "/unavailable.png"
}
