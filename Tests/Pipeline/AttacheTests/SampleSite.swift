import AttacheTesting
import Foundation

/// A directory of valid and broken media, created once by ffmpeg, cwebp and openssl.
struct SampleSite {
    /// The files, ready to be served.
    let root: URL
    /// The certificate of the private authority.
    let authority: URL
    /// The server's certificate for `localhost` and 127.0.0.1, and its key.
    let certificate: URL
    let key: URL
    private let scratch: ScratchDirectory

    /// The site, created on first use.
    static let shared = Result { try SampleSite() }

    private init() throws {
        scratch = try ScratchDirectory("site")
        let base = scratch.url
        root = base.appending(path: "media")
        authority = base.appending(path: "ca.pem")
        certificate = base.appending(path: "server.pem")
        key = base.appending(path: "server.key")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        try makeMedia()
        try makeBrokenMedia()
        try makeCertificates(in: base)
    }

    private func makeMedia() throws {
        let picture = ["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=s=120x60:d=0.4:r=10"]
        let tone = ["-v", "error", "-y", "-f", "lavfi", "-i", "sine=d=0.3"]
        for (file, options) in [
            ("photo.png", ["-frames:v", "1"]), ("photo.jpg", ["-frames:v", "1"]), ("animation.gif", []),
            ("clip.mp4", ["-pix_fmt", "yuv420p"]), ("clip.avi", []), ("clip.mpg", ["-r", "25"]),
        ] {
            try CommandLineTool.run("ffmpeg", picture + options + [file], in: root)
        }
        for file in ["tone.wav", "tone.mp3", "tone.m4a", "tone.aiff"] {
            try CommandLineTool.run("ffmpeg", tone + [file], in: root)
        }
        try CommandLineTool.run("cwebp", ["-quiet", "photo.png", "-o", "photo.webp"], in: root)
        try copy("photo.png", to: "no-extension")
        try copy("photo.png", to: "really-png.jpg")
        try copy("photo.webp", to: "really-webp.png")
        try copy("clip.mp4", to: "really-mp4.png")
    }

    private func makeBrokenMedia() throws {
        let photo = try Data(contentsOf: root.appending(path: "photo.png"))
        try photo.dropLast(20).write(to: root.appending(path: "truncated.png"))
        var flipped = photo
        flipped[flipped.count / 2] ^= 1
        try flipped.write(to: root.appending(path: "flipped.png"))
        try Data("<!doctype html><html><body>Sign in</body></html>".utf8).write(to: root.appending(path: "page.png"))
        try Data().write(to: root.appending(path: "empty.png"))
        // Over 10 MiB, and a valid picture to its end: comment segments make up the size.
        let jpeg = try Data(contentsOf: root.appending(path: "photo.jpg"))
        let comment = Data([0xFF, 0xFE, 0xFF, 0xFF]) + Data(count: 65_533)
        var huge = Data(jpeg.prefix(2))
        while huge.count < 11_000_000 { huge += comment }
        try (huge + jpeg.dropFirst(2)).write(to: root.appending(path: "huge.jpg"))
    }

    private func makeCertificates(in base: URL) throws {
        let subject = "subjectAltName=DNS:localhost,IP:127.0.0.1"
        try CommandLineTool.run(
            "openssl",
            ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-days", "2"]
                + ["-subj", "/CN=Attache Test CA"],
            in: base
        )
        try CommandLineTool.run(
            "openssl",
            ["req", "-newkey", "rsa:2048", "-nodes", "-keyout", "server.key", "-out", "server.csr"]
                + ["-subj", "/CN=localhost"],
            in: base
        )
        try Data((subject + "\n").utf8).write(to: base.appending(path: "extensions"))
        try CommandLineTool.run(
            "openssl",
            ["x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"]
                + ["-days", "2", "-sha256", "-extfile", "extensions", "-out", "server.pem"],
            in: base
        )
    }

    private func copy(_ name: String, to other: String) throws {
        try FileManager.default.copyItem(at: root.appending(path: name), to: root.appending(path: other))
    }
}
