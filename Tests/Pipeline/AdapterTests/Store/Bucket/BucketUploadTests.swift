import AttacheCore
import AttacheSystem
import AttacheTesting
import CurlFetch
import TestWidth
import Testing

@testable import MediaStore

@Suite("Uploads", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct BucketUploadTests {
    /// A service that answers from a script, and records the requests.
    private final class Service: ObjectTransport {
        let requests = Locked<[OperatorRequest]>([])
        private let answer: @Sendable (OperatorRequest, Int) -> OperatorOutcome

        init(_ answer: @escaping @Sendable (OperatorRequest, Int) -> OperatorOutcome) {
            self.answer = answer
        }

        func send(_ request: OperatorRequest) async -> OperatorOutcome {
            let number = requests.withLock { requests in
                requests.append(request)
                return requests.count
            }
            return answer(request, number)
        }

        /// Method and query of each request.
        var lines: [String] {
            requests.withLock { requests in
                requests.map { "\($0.method) \($0.url.split(separator: "?").dropFirst().joined())" }
            }
        }
    }

    /// A clock whose sleeps take no time.
    private struct ImpatientTime: TimeSource {
        private let start = ContinuousClock.Instant.now
        let slept = Locked(Duration.zero)

        var now: ContinuousClock.Instant { start + slept.withLock { $0 } }

        func sleep(until instant: ContinuousClock.Instant) async throws {
            let left = now.duration(to: instant)
            slept.withLock { $0 += max(.zero, left) }
        }
    }

    private static func status(_ status: Int, _ fields: [String: String] = [:], _ body: String = "") -> OperatorOutcome
    {
        .response(.init(status: status, fields: fields, body: Array(body.utf8)))
    }

    private let time = ImpatientTime()

    /// Stores a file of some bytes; returns whether it was sent.
    private func store(
        _ bytes: [UInt8],
        in service: Service,
        digest: String? = nil,
        for limit: Duration = .seconds(60),
        source: CredentialSource = .fixed(AWSCredentials(accessKey: "a", secretKey: "s"))
    ) async throws -> Bool {
        var options = BucketLocation.Options(store: "s3://bucket/p", region: "r")
        options.endpoint = "http://127.0.0.1:9"
        let clock = ManualWallClock()
        let client = BucketClient(
            try BucketLocation(options),
            source,
            transport: service,
            clock: clock,
            time: time,
            random: { 1 }
        )
        let upload = BucketUpload(client, clock: clock) { _, offset, count in
            Array(bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)])
        }
        let sha256 = digest ?? HexText.of(RunningDigest.of(bytes))
        let file = StoredFile(path: "/x", sha256: sha256, byteCount: bytes.count)
        let stored = UploadFile(name: "\(sha256).png", mimeType: "image/png", file: file)
        return try await upload.store(stored, until: time.now + limit)
    }

    @Test func aFileThatTheBucketHasIsNotSent() async throws {
        let service = Service { _, _ in Self.status(200, ["content-length": "3"]) }
        #expect(try await !store([1, 2, 3], in: service))
        #expect(service.lines == ["HEAD "])
    }

    @Test func anOldObjectIsWrittenAgain() async throws {
        let dates = ["last-modified": "Sun, 06 Nov 1994 08:49:37 GMT", "content-length": "3"]
        let service = Service { request, _ in Self.status(200, request.method == "HEAD" ? dates : [:]) }
        #expect(try await store([1, 2, 3], in: service))
        #expect(service.lines == ["HEAD ", "PUT "])
    }

    @Test("A write is conditional, and has the digest of its bytes", arguments: [404, 403])
    func missing(_ status: Int) async throws {
        let service = Service { request, _ in Self.status(request.method == "HEAD" ? status : 200) }
        #expect(try await store([1, 2, 3], in: service))
        let fields = service.requests.withLock { Dictionary($0[1].fields) { $1 } }
        #expect(fields["If-None-Match"] == "*" && fields["Content-Type"] == "image/png")
        #expect(fields["x-amz-checksum-sha256"] == "A5BYxvLAy0ksUzsKTRTvd8wPeKvMztUofYShogEc+4E=")
        #expect(service.requests.withLock { $0[1].url }.hasPrefix("http://127.0.0.1:9/bucket/p/039058c6"))
    }

    @Test func anObjectOfAnotherProcessIsTaken() async throws {
        let service = Service { request, _ in Self.status(request.method == "HEAD" ? 404 : 412) }
        #expect(try await store([1], in: service))
        #expect(service.lines == ["HEAD ", "PUT "])
    }

    @Test func aServiceWithoutConditionsGetsNone() async throws {
        let service = Service { request, _ in
            let isConditional = request.fields.contains { $0.name == "If-None-Match" }
            return Self.status(request.method == "HEAD" ? 404 : isConditional ? 501 : 200)
        }
        #expect(try await store([1], in: service))
        #expect(service.lines == ["HEAD ", "PUT ", "PUT "])
    }

    @Test("What may pass is repeated, with longer pauses, six times at most", arguments: [500, 503, 429])
    func repeats(_ status: Int) async throws {
        let service = Service { _, number in
            number < 6 ? Self.status(status) : Self.status(200, ["content-length": "1"])
        }
        #expect(try await !store([1], in: service))
        #expect(service.lines.count == 6)
        #expect(time.slept.withLock { $0 } == .milliseconds(6000))
        let broken = Service { _, _ in .failure("nothing accepts connections there") }
        let failure = await #expect(throws: ObjectStoreFailure.self) { try await store([1], in: broken) }
        #expect(broken.lines.count == 6 && failure?.isTransient == true)
    }

    @Test("No request outlives the time that it is for, nor that for keys", arguments: [1, 3, 8])
    func timeouts(_ seconds: Int) async throws {
        let keys = #"{"AccessKeyId":"A","SecretAccessKey":"S"}"#
        let service = Service { request, _ in
            Self.status(request.url == "http://h/" || request.method == "PUT" ? 200 : 404, [:], keys)
        }
        let source = CredentialSource.container(url: "http://h/", token: nil, tokenFile: nil)
        #expect(try await store([1], in: service, for: .seconds(seconds), source: source))
        let timeouts = service.requests.withLock { $0.map(\.timeout) }
        #expect(timeouts.count == 3 && timeouts.allSatisfy { $0 <= .seconds(seconds) })
    }

    @Test("A pause that ends after the time is left out", arguments: [200, 201])
    func pauses(_ milliseconds: Int) async throws {
        let service = Service { _, number in Self.status(number == 1 ? 503 : 200, ["content-length": "1"]) }
        let isInTime = milliseconds > 200
        do {
            #expect(try await !store([1], in: service, for: .milliseconds(milliseconds)) && isInTime)
        } catch let failure as ObjectStoreFailure {
            #expect(!isInTime && failure.cause == "it answers 503")
        }
        #expect(time.slept.withLock { $0 } == (isInTime ? .milliseconds(200) : .zero))
    }

    @Test("What does not pass is not repeated", arguments: [400, 401, 405])
    func fails(_ status: Int) async throws {
        let body = "<Error><Code>AccessDenied</Code></Error>"
        let service = Service { _, _ in Self.status(status, [:], body) }
        let failure = await #expect(throws: ObjectStoreFailure.self) { try await store([1], in: service) }
        #expect(service.lines.count == 1 && failure?.isTransient == false)
        #expect(failure?.cause == "it answers \(status) (AccessDenied)")
    }

    @Test func aFileThatWasChangedOnTheDiskIsNotSent() async throws {
        let service = Service { _, _ in Self.status(404) }
        let digest = String(repeating: "0", count: 64)
        await #expect(throws: ObjectStoreFailure.self) { try await store([1], in: service, digest: digest) }
        #expect(service.lines == ["HEAD "])
    }

    @Test("A file of the limit is sent whole, and one byte more in parts", arguments: [0, 1])
    func parts(_ excess: Int) async throws {
        let service = Service { request, _ in
            if request.method == "HEAD" { return Self.status(404) }
            let body = request.url.contains("uploads=") ? "<R><UploadId>a/b&amp;</UploadId></R>" : ""
            return Self.status(200, ["etag": "\"t\""], body)
        }
        #expect(try await store([UInt8](repeating: 1, count: BucketUpload.partLimit + excess), in: service))
        let identifier = "uploadId=a%2Fb%26"
        let parts = (1...3).map { "PUT partNumber=\($0)&\(identifier)" }
        #expect(
            service.lines == ["HEAD "] + (excess == 0 ? ["PUT "] : ["POST uploads="] + parts + ["POST \(identifier)"])
        )
    }

    @Test func theListOfPartsHoldsWhateverTagsTheServiceGives() async throws {
        let service = Service { request, _ in
            if request.method == "HEAD" { return Self.status(404) }
            let body = request.url.contains("uploads=") ? "<UploadId>u</UploadId>" : ""
            return Self.status(200, ["etag": "\"</ETag>&\""], body)
        }
        #expect(try await store([UInt8](repeating: 1, count: BucketUpload.partLimit + 1), in: service))
        let list = service.requests.withLock { $0.last?.body } ?? []
        #expect(XMLText.elements("ETag", in: list[...]).count == 3)
        #expect(XMLText.first("ETag", in: list) == "\"</ETag>&\"")
    }

    @Test("An upload in parts is ended when a part fails, or its completion does", arguments: ["PUT", "POST"])
    func ends(_ method: String) async throws {
        let service = Service { request, _ in
            if request.method == "HEAD" { return Self.status(404) }
            if request.url.contains("uploads=") { return Self.status(200, [:], "<UploadId>u</UploadId>") }
            // Of a completion the status is 200 before its end is known.
            let error = "<Error><Code>InternalError</Code></Error>"
            return Self.status(request.method == "PUT" && method == "PUT" ? 400 : 200, ["etag": "\"t\""], error)
        }
        let bytes = [UInt8](repeating: 1, count: BucketUpload.partLimit + 1)
        await #expect(throws: ObjectStoreFailure.self) { try await store(bytes, in: service) }
        #expect(service.lines.last == "DELETE uploadId=u")
    }
}
