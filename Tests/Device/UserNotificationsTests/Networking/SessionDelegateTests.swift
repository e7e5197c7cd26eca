import AttacheCore
import AttacheSystem
import AttacheTesting
import ExtensionNetworking
import Foundation
import FoundationNetworking
import TestWidth
import Testing

/// Writes down what a session reports.
private final class Recorder: NSObject, AttacheURLSessionDataDelegate, AttacheURLSessionDownloadDelegate, Sendable {
    private let seen = Locked<[String]>([])
    private let end = Waiter<Void>()
    let disposition: AttacheURLSession.ResponseDisposition

    init(_ disposition: AttacheURLSession.ResponseDisposition = .allow) {
        self.disposition = disposition
    }

    var events: [String] { seen.withLock { $0 } }

    func wait() async { await end.wait() }

    private func add(_ event: String) { seen.withLock { $0.append(event) } }

    func urlSession(
        _ session: AttacheURLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (AttacheURLSession.ResponseDisposition) -> Void
    ) {
        add("response \((response as? HTTPURLResponse)?.statusCode ?? 0)")
        completionHandler(disposition)
    }

    func urlSession(_ session: AttacheURLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        add("data \(data.count)")
    }

    func urlSession(
        _ session: AttacheURLSession,
        downloadTask: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {
        add("file \((try? Data(contentsOf: location))?.count ?? -1)")
    }

    func urlSession(_ session: AttacheURLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        add("end \((error as? URLError)?.code.rawValue ?? 0)")
    }

    func urlSession(_ session: AttacheURLSession, didBecomeInvalidWithError error: (any Error)?) {
        add("invalid")
        end.resume(returning: ())
    }
}

@Suite("Delegates of sessions", .inProcess, .timeLimit(.minutes(1)))
struct SessionDelegateTests {
    private static func session(_ recorder: Recorder, _ answer: ScriptedAnswer) throws -> AttacheURLSession {
        var network = ExtensionNetwork()
        network.link = .off
        network.fetcher = RecordingFetcher(script: [answer])
        return try AttacheURLSession(delegate: recorder, network: network)
    }

    private static let photo = ScriptedAnswer.response(ScriptedResponse(pieces: [[1, 2], [3]]))

    @Test("A data task reports response, data and end, and the session its own end after them")
    func data() async throws {
        let recorder = Recorder()
        let session = try Self.session(recorder, Self.photo)
        session.dataTask(with: anyURL).resume()
        session.finishTasksAndInvalidate()
        await recorder.wait()
        #expect(recorder.events == ["response 200", "data 3", "end 0", "invalid"])
    }

    @Test("A response that is not wanted ends the task")
    func refused() async throws {
        let recorder = Recorder(.cancel)
        let session = try Self.session(recorder, Self.photo)
        session.dataTask(with: anyURL).resume()
        session.finishTasksAndInvalidate()
        await recorder.wait()
        #expect(recorder.events == ["response 200", "end -999", "invalid"])
    }

    @Test("A download task reports its file, which is gone at the end")
    func download() async throws {
        let recorder = Recorder()
        let session = try Self.session(recorder, Self.photo)
        session.downloadTask(with: anyURL).resume()
        session.finishTasksAndInvalidate()
        await recorder.wait()
        #expect(recorder.events == ["file 3", "end 0", "invalid"])
    }

    @Test("An invalidated session cancels its tasks")
    func invalidated() async throws {
        let recorder = Recorder()
        let session = try Self.session(recorder, .untilCancelled)
        session.dataTask(with: anyURL).resume()
        session.invalidateAndCancel()
        await recorder.wait()
        #expect(recorder.events == ["end -999", "invalid"])
    }

    @Test(
        "A redirect changes a POST into a GET but for 307 and 308, and keeps credentials on their host",
        arguments: [
            (301, "/b", "GET", true), (303, "/b", "GET", true), (307, "/b", "POST", true),
            (307, "https://other.example.com/b", "POST", false),
        ]
    )
    func redirects(status: Int, location: String, method: String, keepsCredentials: Bool) async throws {
        let fetcher = RecordingFetcher(script: [
            .response(ScriptedResponse(status: status, fields: [("Location", location)])), Self.photo,
        ])
        var network = ExtensionNetwork()
        network.link = .off
        network.fetcher = fetcher
        var request = URLRequest(url: anyURL)
        request.httpMethod = "POST"
        request.httpBody = Data([1])
        request.setValue("Bearer x", forHTTPHeaderField: "Authorization")
        request.setValue("a\r\nX-Added: 1", forHTTPHeaderField: "X-Broken")
        _ = try await AttacheURLSession(network: network).data(for: request)
        let forms = fetcher.requests.map(\.form)
        #expect(forms.count == 2 && forms.first?.method == "POST" && forms.first?.body == [1])
        #expect(forms.last?.method == method && forms.last?.body == (method == "GET" ? nil : [1]))
        #expect(forms.last?.lines.contains("Authorization: Bearer x") == keepsCredentials)
        #expect(!forms.contains { $0.lines.contains { $0.contains("X-Added") } })
    }
}
