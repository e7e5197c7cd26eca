package import AttacheCore
package import AttacheSystem
package import CurlFetch

/// A request to the object store that failed.
package struct ObjectStoreFailure: Error, Equatable, Sendable {
    /// The cause as a part of a sentence.
    package let cause: String
    /// Whether a later attempt may succeed.
    package let isTransient: Bool

    /// Other objects are fetched, as many as may be at once.
    static let busy = ObjectStoreFailure(cause: "too many objects are fetched now", isTransient: true)
    /// The keys may not read the object; without leave to list the bucket, there may be none.
    package static let denied = ObjectStoreFailure(cause: "it answers 403", isTransient: false)
    static let ended = ObjectStoreFailure(cause: "the program ends", isTransient: true)
    /// An answer with status 200 that is no list, such as a proxy's page.
    static let noList = ObjectStoreFailure(
        cause: "it answers 200 with something other than an S3 list",
        isTransient: false
    )
    /// A list of the bucket comes back to a place where it was, or goes nowhere, and so has no end.
    static let repeatedList = ObjectStoreFailure(cause: "its list repeats from the same place", isTransient: false)
    /// The time of a payload ended before the upload did.
    static let outOfTime = ObjectStoreFailure(cause: "it was not done in time", isTransient: true)
}

/// What sends requests to the configured endpoint; the end of a task ends its requests.
package protocol ObjectTransport: Sendable {
    func send(_ request: OperatorRequest) async -> OperatorOutcome
}

/// A transport by libcurl, on threads that may block.
package final class CurlTransport: ObjectTransport {
    private let session: OperatorSession
    private let workers: WorkerPool

    /// Starts at most `threadCount` threads, as they are needed.
    package init(authorityFile: String?, threadCount: Int) throws(SystemCallError) {
        session = OperatorSession(.authorities(file: authorityFile))
        workers = try WorkerPool(threadCount: threadCount)
    }

    package func send(_ request: OperatorRequest) async -> OperatorOutcome {
        let stop = OperatorStop()
        return await withTaskCancellationHandler {
            await workers.run { [session] in session.send(request, unless: stop) } ?? .failure("the program ends")
        } onCancel: {
            stop.set()
        }
    }

    /// Reads a piece of a file on one of the threads.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value? {
        await workers.run(body)
    }

    /// Ends the requests in progress at their timeouts, and joins the threads; call it once.
    package func shutDown() { workers.shutDown() }
}

/// Signed requests to a bucket, repeated with jitter while the cause may pass.
package struct BucketClient: Sendable {
    /// Attempts of one request.
    private static let attempts = 6
    /// The base and the limit of the pause between attempts.
    private static let pause = (base: Duration.milliseconds(100), limit: Duration.seconds(3))
    /// The timeout of one attempt without a body, and what is added for each MiB.
    private static let timeout = (base: Duration.seconds(10), perMebibyte: Duration.seconds(2))

    package let location: BucketLocation
    private let transport: any ObjectTransport
    private let credentials: CredentialProvider
    private let clock: any WallTimeSource
    let time: any TimeSource
    /// A number from 0 to 1, for jitter.
    private let random: @Sendable () -> Double

    package init(
        _ location: BucketLocation,
        _ source: CredentialSource,
        transport: any ObjectTransport,
        clock: any WallTimeSource,
        time: any TimeSource,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) {
        self.location = location
        self.transport = transport
        credentials = CredentialProvider(source, transport: transport, clock: clock, time: time)
        self.clock = clock
        self.time = time
        self.random = random
    }

    /// Sends a request for a key, or for the bucket without one, until an instant at which every attempt has ended. Returns a
    /// response that is no passing failure, with at most `limit` bytes. The key needs no escapes, and the query is in the
    /// order of its names.
    package func send(
        _ method: String,
        _ key: String?,
        query: [(name: String, value: String)] = [],
        fields: [(name: String, value: String)] = [],
        body: [UInt8] = [],
        limit: Int = 4 << 20,
        until deadline: ContinuousClock.Instant
    ) async throws(ObjectStoreFailure) -> OperatorOutcome.Response {
        let digest = body.isEmpty ? RequestSignature.emptyDigest : HexText.of(RunningDigest.of(body))
        let query = query.map { "\(RequestSignature.encoded($0.name))=\(RequestSignature.encoded($0.value))" }
            .joined(separator: "&")
        let path = location.basePath + (key ?? "")
        var last = ObjectStoreFailure(cause: "there was no time for a request", isTransient: true)
        for attempt in 0..<Self.attempts {
            if attempt > 0 {
                let longest = min(Self.pause.limit, Self.pause.base * (1 << attempt))
                let end = time.now + longest * random()
                guard end < deadline else { break }
                try? await time.sleep(until: end)
            }
            guard time.now < deadline, !Task.isCancelled else { break }
            let subject = RequestSignature.Subject(
                method: method,
                authority: location.authority,
                path: path,
                query: query,
                fields: fields,
                bodyDigest: digest
            )
            let signed = RequestSignature.fields(
                of: subject,
                try await credentials.current(until: deadline),
                region: location.region,
                at: clock.secondsSinceEpoch
            )
            let longest = Self.timeout.base + Self.timeout.perMebibyte * (max(body.count, limit) >> 20)
            let request = OperatorRequest(
                method,
                "\(location.scheme)://\(location.authority)\(path)\(query.isEmpty ? "" : "?\(query)")",
                fields: signed,
                body: body,
                timeout: max(.milliseconds(1), min(longest, time.now.duration(to: deadline))),
                bodyLimit: limit
            )
            switch await transport.send(request) {
            case .failure(let cause): last = ObjectStoreFailure(cause: cause, isTransient: true)
            case .response(let response)
            where Self.isPassing(response) || method == "POST" && Self.isFailureAfterAll(response):
                last = Self.failure(response)
            case .response(let response): return response
            }
        }
        throw last
    }

    /// Statuses that pass: an overloaded or failing service, and a concurrent write of the same key.
    private static func isPassing(_ response: OperatorOutcome.Response) -> Bool {
        // 501 says that a header is not implemented.
        [408, 409, 429, 500, 502, 503, 504].contains(response.status)
    }

    /// Whether a response of status 200 has an error as its body, as completions of uploads may have.
    private static func isFailureAfterAll(_ response: OperatorOutcome.Response) -> Bool {
        response.status == 200 && XMLText.first("Error", in: response.body) != nil
    }

    /// The failure that a response is.
    package static func failure(_ response: OperatorOutcome.Response) -> ObjectStoreFailure {
        let code = XMLText.first("Code", in: response.body).map { " (\($0.prefix(64)))" } ?? ""
        return ObjectStoreFailure(
            cause: "it answers \(response.status)\(code)",
            isTransient: isPassing(response) || response.status == 200
        )
    }
}
