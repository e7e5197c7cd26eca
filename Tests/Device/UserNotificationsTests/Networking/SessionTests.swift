import AttacheCore
import AttacheTesting
import ExtensionNetworking
import Foundation
import FoundationNetworking
import LoopbackOrigin
import TestWidth
import Testing

@Suite("Sessions of extensions", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct SessionTests {
    private static func photos(_ request: OriginRequest) -> Behaviour {
        switch request.path {
        case "/missing": .response(404, headers: ["Content-Type: text/html"], body: SampleMedia.pageHTML.bytes)
        case "/named":
            .response(
                200,
                headers: ["Content-Type: image/png", "Content-Disposition: attachment; filename=\"cat.png\""],
                body: SampleMedia.photoJPEG.bytes
            )
        case "/moved": .response(302, headers: ["Location: /photo.jpg"], body: [])
        default: .file(SampleMedia.photoJPEG.bytes, type: "image/jpeg")
        }
    }

    private static func scene(insecure: Bool = true) throws -> SessionScene {
        try SessionScene(allowsInsecureLoads: insecure, answering: photos)
    }

    @Test(
        "A response has its body, its status and the file name of iOS",
        arguments: [
            ("/photo.jpg?size=2", 200, "photo.jpg"), ("/photo", 200, "photo.jpg"), ("/named", 200, "cat.png"),
            ("/missing", 404, "missing.html"), ("/moved", 200, "photo.jpg"),
        ]
    )
    func responses(path: String, status: Int, name: String) async throws {
        let scene = try Self.scene()
        defer { scene.stop() }
        let (data, response) = try await scene.session().data(from: scene.url(path))
        let http = try #require(response as? HTTPURLResponse)
        #expect(http.statusCode == status && http.suggestedFilename == name)
        let body = status == 404 ? SampleMedia.pageHTML.bytes : SampleMedia.photoJPEG.bytes
        #expect(Array(data) == body)
        #expect(http.url?.path == (path == "/moved" ? "/photo.jpg" : scene.url(path).path))
    }

    @Test("The file of a download is there in the handler and gone after it; that of the async form stays")
    func downloads() async throws {
        let scene = try Self.scene()
        defer { scene.stop() }
        let session = try scene.session()
        let url = scene.url("/photo.jpg")
        let (location, count) = await value { done in
            session.downloadTask(with: url) { location, _, _ in
                let bytes = location.flatMap { try? Data(contentsOf: $0) }
                done((location, bytes?.count))
            }.resume()
        }
        #expect(count == SampleMedia.photoJPEG.bytes.count)
        // The handler's queue is serial: what follows it comes after the removal.
        await value { done in session.delegateQueue.addOperation { done(()) } }
        let file = try #require(location)
        #expect(file.pathExtension == "tmp" && !FileManager.default.fileExists(atPath: file.path))

        let (kept, _) = try await session.download(from: url)
        #expect(Array(try Data(contentsOf: kept)) == SampleMedia.photoJPEG.bytes)
        try FileManager.default.removeItem(at: kept)
    }

    @Test("http without an exception is refused as on the device, before a request")
    func transportSecurity() async throws {
        let scene = try Self.scene(insecure: false)
        defer { scene.stop() }
        // Addresses of a local network need no exception.
        let url = try #require(URL(string: "http://media.example.com/\(UUID().uuidString).jpg"))
        let session = try scene.session()
        #expect(await loadCode { try await session.data(from: url) } == .appTransportSecurityRequiresSecureConnection)
        let load = try #require(ExtensionNetwork.loads.first { $0.url == url.absoluteString })
        #expect(load.reasons.contains("ats.insecure-http") && load.errorCode == -1022)
        #expect(await loadCode { try await session.data(from: scene.url("/photo.jpg")) } == nil)
    }

    @Test("An address that is not public is refused unless it is allowed")
    func egress() async throws {
        let scene = try Self.scene()
        defer { scene.stop() }
        var network = scene.network
        network.allowedAddresses = []
        let session = try AttacheURLSession(network: network)
        let code = await loadCode { try await session.data(from: scene.url("/photo.jpg")) }
        #expect(code == .cannotConnectToHost && scene.origin.requestCount == 0)
    }

    @Test(
        "The device's network can refuse every load",
        arguments: [("offline", true, false), ("low-data", false, false), ("low-data", true, true)]
    )
    func networks(name: String, allowsConstrained: Bool, loads: Bool) async throws {
        let scene = try Self.scene()
        defer { scene.stop() }
        var network = scene.network
        network.network = name
        let configuration = AttacheURLSessionConfiguration.default
        configuration.allowsConstrainedNetworkAccess = allowsConstrained
        let session = try AttacheURLSession(configuration: configuration, network: network)
        let code = await loadCode { try await session.data(from: scene.url("/photo.jpg")) }
        #expect(code == (loads ? nil : .notConnectedToInternet))
    }

    @Test("A method, header fields and a body reach the origin")
    func requests() async throws {
        let scene = try Self.scene()
        defer { scene.stop() }
        let configuration = AttacheURLSessionConfiguration.default
        configuration.httpAdditionalHeaders = ["X-Session": "s", "X-Both": "session"]
        var request = URLRequest(url: scene.url("/receipt"))
        request.httpMethod = "POST"
        request.httpBody = Data("delivered=1".utf8)
        request.setValue("request", forHTTPHeaderField: "X-Both")
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        _ = try await scene.session(configuration).data(for: request)
        let seen = try #require(scene.origin.requests.first)
        #expect(seen.method == "POST" && seen.values("Content-Length") == ["11"])
        #expect(seen.values("X-Session") == ["s"] && seen.values("X-Both") == ["request"])
        #expect(seen.values("Content-Type") == ["application/x-www-form-urlencoded"])
    }

    @Test(
        "A URL that no session loads is an error",
        arguments: [("ftp://example.com/a", -1002), ("data:,x", -1002), ("file:///missing.png", -1100)]
    )
    func urls(text: String, expected: Int) async throws {
        let scene = try Self.scene()
        defer { scene.stop() }
        let url = try #require(URL(string: text))
        let session = try scene.session()
        #expect(await loadCode { try await session.data(from: url) }?.rawValue == expected)
    }

    @Test("A file URL gives the file")
    func files() async throws {
        let scene = try Self.scene()
        defer { scene.stop() }
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let file = scratch.url("file.png")
        try Data([1, 2, 3]).write(to: file)
        let (data, response) = try await scene.session().data(from: file)
        #expect(Array(data) == [1, 2, 3] && response.mimeType == "image/png")
        #expect(response.suggestedFilename == file.lastPathComponent)
    }

    @Test("Values that cannot be used are named together")
    func settings() {
        var network = ExtensionNetwork()
        network.network = "carrier-pigeon"
        network.allowedAddresses = ["nowhere"]
        network.infoPlist = "/missing/Info.plist"
        #expect {
            try AttacheURLSession(network: network)
        } throws: { error in
            (error as? ConfigurationError)?.problems.count == 3
        }
    }
}
