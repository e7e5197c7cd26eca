import AttacheCore
import AttacheSystem
import CurlFetch

@testable import MediaStore

/// What an object store answers: listings, errors, uploads in parts, and the keys of a role.
///
/// The first byte of an input chooses what is asked for. The rest has the answers with lines `%%` between them: the status,
/// header fields, an empty line, and the body.
enum BucketAnswerTarget {
    private static let small = Array("a picture".utf8)
    /// A file that is sent in three parts.
    private static let large = [UInt8](repeating: 0x61, count: BucketUpload.partLimit + 1)
    private static let files = [UInt8(ascii: "u"): file(small), UInt8(ascii: "m"): file(large)]
    private static let now = FixedWallClock()

    static func run(_ bytes: [UInt8]) {
        guard let choice = bytes.first else { return }
        let text = bytes.dropFirst()
        check(text)
        let bucket = FuzzBucket(text)
        guard let client = client(bucket, isRole: choice == UInt8(ascii: "r")) else { return }
        switch choice {
        case UInt8(ascii: "p"), UInt8(ascii: "d"): prune(bucket, client, isDryRun: choice == UInt8(ascii: "d"))
        case UInt8(ascii: "f"): fetch(bucket, client)
        case UInt8(ascii: "r"): _ = Blocking.wait { try? await client.send("GET", "p/a.png", until: FixedTime.end) }
        case UInt8(ascii: "c"): credentials(text)
        default: files[choice].map { upload($0, client) }
        }
        bucket.check()
    }

    private static func client(_ bucket: FuzzBucket, isRole: Bool) -> BucketClient? {
        var options = BucketLocation.Options(store: "s3://bucket/p", region: "r")
        options.endpoint = FuzzBucket.endpoint
        let source = isRole ? CredentialSource.machine : .fixed(AWSCredentials(accessKey: "a", secretKey: "s"))
        return (try? BucketLocation(options)).map {
            BucketClient($0, source, transport: bucket, clock: now, time: FixedTime(), random: { 0 })
        }
    }

    private static func prune(_ bucket: FuzzBucket, _ client: BucketClient, isDryRun: Bool) {
        let pruner = BucketPruner(client, clock: now, time: FixedTime()) { MediaFileName(parsing: $0) != nil }
        let pruning = Blocking.wait { try? await pruner.prune(olderThan: 100, isDryRun: isDryRun) }
        let requests = bucket.requests
        require(!isDryRun || requests.allSatisfy { $0.method == "GET" }, "a dry run changes nothing")
        for request in requests where request.method == "DELETE" {
            let name = request.url.dropFirst(FuzzBucket.root.count).prefix { $0 != "?" }
            let isUpload = request.url.contains("?uploadId=")
            require(isUpload || MediaFileName(parsing: String(name)) != nil, "only files of this program are removed")
        }
        guard let pruning else { return }
        require(pruning.oldCount <= pruning.objectCount, "old objects are objects")
        require((0...pruning.byteCount).contains(pruning.oldByteCount), "sizes are sizes")
    }

    private static func fetch(_ bucket: FuzzBucket, _ client: BucketClient) {
        let kept = Locked<[UInt8]?>(nil)
        let upload = BucketUpload(client, clock: now) { _, _, _ in [] }
        let store = ObjectStore(client, upload, time: FixedTime())
        for purpose in [FetchPurpose.serving, .restoring] {
            kept.withLock { $0 = nil }
            let isFound = Blocking.wait {
                try? await store.fetch("a.png", for: purpose) { bytes in kept.withLock { $0 = bytes } }
            }
            let bytes = kept.withLock { $0 }
            require((isFound == true) == (bytes != nil), "an object that is found is kept")
            require(bytes.map { bytes in bucket.answers.contains { $0.body == bytes } } ?? true, "it is an answer")
        }
        Blocking.wait { await store.end() }
    }

    private static func upload(_ file: UploadFile, _ client: BucketClient) {
        let content = file.file.byteCount == small.count ? small : large
        let upload = BucketUpload(client, clock: now) { _, offset, count in Array(content[offset..<offset + count]) }
        _ = Blocking.wait { try? await upload.store(file, until: FixedTime.end) }
    }

    private static func file(_ bytes: [UInt8]) -> UploadFile {
        let digest = HexText.of(RunningDigest.of(bytes))
        let file = StoredFile(path: "/a", sha256: digest, byteCount: bytes.count)
        return UploadFile(name: "\(digest).png", mimeType: "image/png", file: file)
    }

    /// The texts of elements, and the time in the first.
    private static func check(_ text: ArraySlice<UInt8>) {
        for name in ["Contents", "Key", "Error"] {
            var end = text.startIndex
            for element in XMLText.elements(name, in: text) {
                require(element.startIndex >= end, "elements follow one another")
                end = element.endIndex
                require(text[end...].starts(with: "</\(name)>".utf8), "an element ends with its tag")
            }
        }
        guard let seconds = XMLText.first("LastModified", in: text).flatMap(AWSTime.seconds) else { return }
        let digits = AWSTime.text(seconds).filter(\.isNumber)
        let parts = [4, 2, 2, 2, 2, 2].reduce(into: (rest: digits[...], parts: [Substring]())) { state, count in
            state.parts.append(state.rest.prefix(count))
            state.rest = state.rest.dropFirst(count)
        }.parts
        let date = parts.prefix(3).joined(separator: "-")
        let again = AWSTime.seconds("\(date)T\(parts.suffix(3).joined(separator: ":"))Z")
        require(again == seconds, "a time reads as it is written")
    }

    private static func credentials(_ text: ArraySlice<UInt8>) {
        let text = String(decoding: text, as: UTF8.self)
        guard let found = CredentialSource.read(text, profile: "default") else { return }
        for value in [found.accessKey, found.secretKey, found.sessionToken ?? ""] {
            require(value.isEmpty || text.contains(value), "a key is in the file")
        }
    }
}

/// The time of a moment that does not pass.
struct FixedTime: TimeSource {
    private static let start = ContinuousClock.now
    static let end = start + .seconds(60)

    var now: ContinuousClock.Instant { Self.start }

    func sleep(until instant: ContinuousClock.Instant) async {}
}

/// A bucket that gives the answers of an input, one after another, and then none.
final class FuzzBucket: ObjectTransport {
    static let endpoint = "https://s3.example"
    static let root = "https://bucket.s3.example/p/"
    private static let role = "http://169.254.169.254/latest/"

    let answers: [OperatorOutcome.Response]
    private let asked = Locked<[OperatorRequest]>([])

    var requests: [OperatorRequest] { asked.withLock { $0 } }

    init(_ text: ArraySlice<UInt8>) {
        var answers: [[ArraySlice<UInt8>]] = [[]]
        for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if line.elementsEqual("%%".utf8) { answers.append([]) } else { answers[answers.count - 1].append(line) }
        }
        self.answers = answers.map(Self.answer)
    }

    private static func answer(_ lines: [ArraySlice<UInt8>]) -> OperatorOutcome.Response {
        let head = lines.prefix { !$0.isEmpty }.map { line in
            String(decoding: line.filter { $0 != 0x0D && $0 != 0 }, as: UTF8.self)
        }
        var fields: [String: String] = [:]
        for line in head.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { fields[parts[0].lowercased()] = String(parts[1].drop { $0 == " " }) }
        }
        let status = head.first.flatMap { Int($0) }.flatMap { (200...599).contains($0) ? $0 : nil } ?? 200
        let body = lines.dropFirst(head.count + 1).joined(separator: [0x0A])
        return OperatorOutcome.Response(status: status, fields: fields, body: Array(body))
    }

    func send(_ request: OperatorRequest) async -> OperatorOutcome {
        let number = asked.withLock { asked in
            asked.append(request)
            return asked.count - 1
        }
        return number < answers.count ? .response(answers[number]) : .failure("there are no more answers")
    }

    /// Whatever the answers are, requests go to the endpoint, are as many as there may be, and add nothing to another one.
    func check() {
        let requests = requests
        // Sixteen deletions at once, of six attempts each, may find that there are no more.
        require(requests.count <= answers.count + 128, "requests end with the answers")
        for request in requests {
            let url = request.url
            let isOwn = [Self.root, "https://bucket.s3.example/?", Self.role].contains { url.hasPrefix($0) }
            require(isOwn && !url.contains("#") && !url.contains("/../"), "\(url) is of the endpoint")
            require(url.utf8.allSatisfy { 0x21...0x7E ~= $0 }, "\(url) has no other bytes")
            require(url.utf8.count { $0 == UInt8(ascii: "?") } <= 1, "\(url) has one query")
            require(request.timeout > .zero && request.bodyLimit > 0, "a request has limits")
            for field in request.fields {
                require(!field.value.isEmpty, "the field \(field.name) has a value")
                require((field.name + field.value).utf8.allSatisfy { 0x20...0x7E ~= $0 }, "a field is one line")
            }
        }
        let parts = requests.count { $0.url.contains("?partNumber=") && $0.method == "PUT" }
        for request in requests where request.url.contains("?uploadId=") && request.method == "POST" {
            let listed = XMLText.elements("Part", in: request.body[...])
            let count = String(decoding: request.body, as: UTF8.self).split(separator: "<").count
            require(listed.count <= parts && count == 8 * listed.count + 2, "a list of parts has the parts alone")
        }
    }
}
