import AttacheCore
import AttacheSystem
import AttacheTesting
import CurlFetch

@testable import MediaStore

/// Object stores over a bucket that a test answers for.
enum BucketScene {
    /// A bucket whose answers may wait.
    final class Bucket: ObjectTransport {
        let lines = Locked<[String]>([])
        private let answer: @Sendable (OperatorRequest) async -> OperatorOutcome

        init(_ answer: @escaping @Sendable (OperatorRequest) async -> OperatorOutcome) {
            self.answer = answer
        }

        func send(_ request: OperatorRequest) async -> OperatorOutcome {
            let query = request.url.split(separator: "?").dropFirst().joined()
            lines.withLock { $0.append("\(request.method) \(query)") }
            return await answer(request)
        }
    }

    static func status(_ status: Int, _ fields: [String: String] = [:], _ body: String = "") -> OperatorOutcome {
        .response(.init(status: status, fields: fields, body: Array(body.utf8)))
    }

    static func client(
        _ bucket: Bucket,
        _ clock: ManualWallClock,
        time: any TimeSource = SystemTime()
    ) throws -> BucketClient {
        var options = BucketLocation.Options(store: "s3://bucket/p", region: "r")
        options.endpoint = "http://127.0.0.1:9"
        return BucketClient(
            try BucketLocation(options),
            .fixed(AWSCredentials(accessKey: "a", secretKey: "s")),
            transport: bucket,
            clock: clock,
            time: time,
            random: { 0 }
        )
    }

    static func store(
        _ bucket: Bucket,
        of bytes: [UInt8],
        _ observers: [any AttacheObserver] = [],
        time: any TimeSource = SystemTime()
    ) throws -> ObjectStore {
        let clock = ManualWallClock()
        let client = try client(bucket, clock, time: time)
        let upload = BucketUpload(client, clock: clock) { _, offset, count in
            Array(bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)])
        }
        return ObjectStore(client, upload, observers: observers, time: time)
    }

    static func file(_ bytes: [UInt8]) -> UploadFile {
        let sha256 = HexText.of(RunningDigest.of(bytes))
        let file = StoredFile(path: "/x", sha256: sha256, byteCount: bytes.count)
        return UploadFile(name: "\(sha256).mp4", mimeType: "video/mp4", file: file)
    }

    static func attachment(of text: String, source: String = "https://a.example/a.png") -> AttacheCore.Attachment {
        let bytes = Array(text.utf8)
        let sha256 = HexText.of(RunningDigest.of(bytes))
        return AttacheCore.Attachment(
            identifier: "1",
            file: StoredFile(path: "/elsewhere", sha256: sha256, byteCount: bytes.count),
            format: .png,
            fileExtension: "png",
            pixels: nil,
            frameCount: 1,
            source: source
        )
    }

    /// The requests that wait for the answers of a bucket, by method and name.
    final class Gates: Sendable {
        private let turns = Locked<[(line: String, turn: Waiter<Bool>)]>([])

        /// The requests so far, such as `GET a`.
        var lines: [String] { turns.withLock { $0.map(\.line) } }

        func wait(for request: OperatorRequest) async {
            let name = request.url.split(separator: "/").last.map(String.init) ?? ""
            let turn = Waiter<Bool>()
            turns.withLock { $0.append(("\(request.method) \(name)", turn)) }
            _ = await turn.wait()
        }

        func open(_ line: String) { turns.withLock { $0.first { $0.line == line } }?.turn.resume(returning: true) }

        func openAll() { turns.withLock { $0 }.map(\.turn).resumeAll(returning: true) }

        func waitForLines(_ count: Int) async {
            while lines.count < count { await pause() }
        }
    }
}
