import AttacheCore
import AttacheSystem
import AttacheTesting
import ExtensionNetworking
import Foundation
import FoundationNetworking
import LoopbackOrigin
import TestWidth
import Testing

/// Decides about redirects, and notes what it was asked.
private final class RedirectDelegate: NSObject, AttacheURLSessionTaskDelegate, Sendable {
    private let seen = Locked<[String]>([])
    private let decide: @Sendable (URLRequest) -> URLRequest?

    init(_ decide: @escaping @Sendable (URLRequest) -> URLRequest?) {
        self.decide = decide
    }

    var asked: [String] { seen.withLock { $0 } }

    func urlSession(
        _ session: AttacheURLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        seen.withLock { $0.append("\(response.statusCode) \(request.httpMethod ?? "") \(request.url?.path ?? "")") }
        completionHandler(decide(request))
    }
}

@Suite("Redirects and uploads of sessions", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct SessionRedirectTests {
    private func scene() throws -> SessionScene {
        try SessionScene { request in
            switch request.path {
            case "/from": .response(302, headers: ["Location: /to"], body: [1])
            case "/echo": .response(200, headers: [], body: Array((request.values("X-Own").first ?? "none").utf8))
            default: .response(200, headers: [], body: Array(request.path.utf8))
            }
        }
    }

    enum Decision: String, CaseIterable {
        case follows
        case stays
        case changes
        case leaves
    }

    @Test("A delegate follows a redirect, keeps its response, or names another request", arguments: Decision.allCases)
    func decisions(decision: Decision) async throws {
        let scene = try scene()
        defer { scene.stop() }
        let (echo, other) = (scene.url("/echo"), URL(string: "https://10.0.0.1/x"))
        let delegate = RedirectDelegate { request in
            var request = request
            switch decision {
            case .follows: break
            case .stays: return nil
            case .changes:
                request.url = echo
                request.setValue("own", forHTTPHeaderField: "X-Own")
            case .leaves: request.url = other
            }
            return request
        }
        for isOfTask in [true, false] {
            let session = try scene.session(delegate: isOfTask ? nil : delegate)
            let given: (any AttacheURLSessionTaskDelegate)? = isOfTask ? delegate : nil
            guard decision != .leaves else {
                let refused = await loadCode { try await session.data(from: scene.url("/from"), delegate: given) }
                // A private address, which no policy allows.
                #expect(refused == .cannotConnectToHost)
                continue
            }
            let (data, response) = try await session.data(from: scene.url("/from"), delegate: given)
            let text = String(decoding: data, as: UTF8.self)
            let expected = [Decision.follows: "/to", .stays: "", .changes: "own"]
            #expect(text == expected[decision])
            #expect((response as? HTTPURLResponse)?.statusCode == (decision == .stays ? 302 : 200))
        }
        #expect(delegate.asked == ["302 GET /to", "302 GET /to"])
    }

    @Test("A delegate that does not answer holds no cancelled load")
    func silentDelegate() async throws {
        let scene = try scene()
        defer { scene.stop() }
        final class Silent: NSObject, AttacheURLSessionTaskDelegate, Sendable {
            let asked = Waiter<Void>()

            func urlSession(
                _ session: AttacheURLSession,
                task: URLSessionTask,
                willPerformHTTPRedirection response: HTTPURLResponse,
                newRequest request: URLRequest,
                completionHandler: @escaping @Sendable (URLRequest?) -> Void
            ) {
                asked.resume(returning: ())
            }
        }
        let silent = Silent()
        let session = try scene.session(delegate: silent)
        let ended = Waiter<URLError.Code?>()
        let task = session.dataTask(with: scene.url("/from")) { _, _, error in
            ended.resume(returning: (error as? URLError)?.code)
        }
        task.resume()
        await silent.asked.wait()
        task.cancel()
        #expect(await ended.wait() == .cancelled)
    }

    @Test("An upload sends its body, also behind a redirect that keeps it", arguments: [200, 307])
    func uploads(status: Int) async throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let file = scratch.url("upload")
        try Data("file".utf8).write(to: file)
        var request = URLRequest(url: anyURL)
        request.httpMethod = "POST"
        for isFile in [false, true] {
            let fetcher = RecordingFetcher { request in
                let moves = status == 307 && !request.url.text.hasSuffix("/moved")
                return .response(
                    moves
                        ? ScriptedResponse(status: 307, fields: [("Location", "/moved")])
                        : ScriptedResponse(pieces: [[1, 2]])
                )
            }
            var network = ExtensionNetwork()
            network.link = .off
            network.fetcher = fetcher
            let session = try AttacheURLSession(network: network)
            let ended = Waiter<Int>()
            let handler: @Sendable (Data?, URLResponse?, (any Error)?) -> Void = { data, _, _ in
                ended.resume(returning: data?.count ?? -1)
            }
            let task =
                isFile
                ? session.uploadTask(with: request, fromFile: file, completionHandler: handler)
                : session.uploadTask(with: request, from: Data("file".utf8), completionHandler: handler)
            task.resume()
            #expect(await ended.wait() == 2)
            #expect(task.countOfBytesSent == 4)
            #expect(
                fetcher.requests.map(\.form.body) == Array(repeating: Array("file".utf8), count: status == 307 ? 2 : 1)
            )
            #expect(fetcher.requests.allSatisfy { $0.form.method == "POST" })
        }
    }

    @Test("The upload of a missing file fails as its load")
    func missingFile() async throws {
        let ended = Waiter<URLError.Code?>()
        let session = try AttacheURLSession(network: ExtensionNetwork())
        session.uploadTask(with: URLRequest(url: anyURL), fromFile: URL(fileURLWithPath: "/no/such/file")) {
            _,
            _,
            error in
            ended.resume(returning: (error as? URLError)?.code)
        }.resume()
        #expect(await ended.wait() == .fileDoesNotExist)
    }
}
