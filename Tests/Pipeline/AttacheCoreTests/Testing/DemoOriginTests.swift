import AttacheTesting
import LoopbackOrigin
import TestWidth
import Testing

@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct DemoOriginTests {
    private func get(_ path: String, slowDuration: Duration = .milliseconds(50)) throws -> LoopbackResponse {
        let origin = try DemoOrigin.start(slowDuration: slowDuration)
        defer { origin.stop() }
        let client = try LoopbackClient(port: origin.port)
        client.get(path)
        return try #require(client.response())
    }

    @Test(
        "Complete files are served with a type",
        arguments: [
            (DemoPath.photoPNG, SampleMedia.photoPNG, "image/png"), (.photoJPEG, .photoJPEG, "image/jpeg"),
            (.animationGIF, .animationGIF, "image/gif"), (.clipMP4, .clipMP4, "video/mp4"),
            (.clipAVI, .clipAVI, "video/x-msvideo"), (.pictureWebP, .pictureWebP, "image/webp"),
            (.toneWAV, .toneWAV, "audio/wav"), (.noExtension, .photoPNG, "image/png"),
            (.photoNamedJPEG, .photoPNG, "image/jpeg"), (.pageNamedPNG, .pageHTML, "text/html; charset=utf-8"),
            (.hugeJPEG, .hugeJPEG, "image/jpeg"), (.truncatedPNG, .truncatedPNG, "image/png"),
            (.slowPNG, .photoPNG, "image/png"),
        ]
    )
    func files(path: DemoPath, media: SampleMedia, type: String) throws {
        let response = try get(path.rawValue)
        #expect(response.status == 200)
        #expect(response.isWhole)
        #expect(response.body == media.bytes)
        #expect(response.headerLines.contains("Content-Type: \(type)"))
    }

    @Test(
        "Redirects lead to the target in their names",
        arguments: [
            (DemoPath.redirect, "/photo.png"), (.redirectLoop, "/redirect-loop"),
            (.redirectToHTTP, "http://media.example.com/photo.png"),
        ]
    )
    func redirects(path: DemoPath, location: String) throws {
        let response = try get(path.rawValue)
        #expect(response.status == 302)
        #expect(response.headerLines.contains("Location: \(location)"))
    }

    @Test(
        "Error paths return errors",
        arguments: [("/missing.png", 404), ("/unavailable.png", 503), ("/other", 404), ("/", 404)]
    )
    func errors(path: String, status: Int) throws {
        #expect(try get(path).status == status)
    }

    @Test("A truncated file ends before its length")
    func cutOff() throws {
        let response = try get("/cut-off.png")
        #expect(!response.isWhole)
        #expect(response.body == SampleMedia.truncatedPNG.bytes)
    }

    @Test("The slow file takes about the expected time")
    func slow() throws {
        let start = ContinuousClock.now
        #expect(try get("/slow.png", slowDuration: .milliseconds(200)).isWhole)
        #expect(start.duration(to: .now) >= .milliseconds(199))
    }
}
