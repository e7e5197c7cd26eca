import Foundation
import LoopbackOrigin
import TestWidth
import Testing

@Suite("GET /samples, as served by the service", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct SampleProgramTests {
    @Test("Every payload names a media file that the service has, or a host elsewhere")
    func samples() async throws {
        try await ProgramScene.with(["--serve-samples"]) { scene in
            let list = try await scene.ask("/samples")
            #expect(list.status == 200)
            let urls = list.text.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
            #expect(urls.count == DemoCase.samples.count + DemoCase.sampleMedia.count)
            for (file, sample) in DemoCase.samples {
                let answer = try await scene.ask("/samples/\(file)")
                #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
                _ = try JSONSerialization.jsonObject(with: answer.body)
                let url = try #require(answer.text.firstMatch(of: /"(http[^"]*)"/)?.1)
                #expect(urls.contains(String(url)) || sample.url == String(url), "\(url)")
            }
            for media in DemoCase.sampleMedia {
                let answer = try await scene.ask("/samples/\(media.rawValue)")
                #expect(answer.status == 200 && answer.body == Data(media.bytes))
                #expect(answer.headers["content-type"] == media.mimeType)
                let head = try await scene.ask("/samples/\(media.rawValue)", arguments: ["--head"])
                #expect(head.status == 200 && head.headers["content-length"] == "\(media.bytes.count)")
            }
            #expect(try await scene.ask("/samples/other.json").status == 404)
        }
    }

    @Test(
        "Behind a proxy that ends TLS, the URLs of samples are https",
        arguments: [("https", "https://"), ("http", "http://"), ("ftp", "http://")]
    )
    func proxied(_ forwarded: String, _ prefix: String) async throws {
        try await ProgramScene.with(["--serve-samples"]) { scene in
            let arguments = ["--header", "X-Forwarded-Proto: \(forwarded)"]
            let list = try await scene.ask("/samples", arguments: arguments)
            #expect(list.text.split(separator: "\n").allSatisfy { $0.hasPrefix(prefix) }, "\(list.text)")
            let payload = try await scene.ask("/samples/attached.json", arguments: arguments)
            #expect(payload.text.contains("\"\(prefix)"))
        }
    }

    @Test(
        "Without the option there are no samples",
        arguments: ["/samples", "/samples/attached.json", "/samples/photo.png"]
    )
    func off(_ path: String) async throws {
        try await ProgramScene.with { scene in
            let answer = try await scene.ask(path)
            #expect(answer.status == 404 && answer.text.contains("--serve-samples"))
        }
    }
}
