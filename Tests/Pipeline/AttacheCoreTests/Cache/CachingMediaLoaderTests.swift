import AttacheSystem
import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttacheMedia
@testable import AttacheURL

@Suite("Caching media loader", .inProcess, .timeLimit(.minutes(1)))
struct CachingMediaLoaderTests {
    private static let url = "https://a.example/x.png"

    private let memory = InMemoryCacheStore()
    private let store = MemoryStore()
    private let wall = ManualWallClock()
    private let loads = Locked<[StaleMedia?]>([])
    private let context = EvaluationContext.testing(until: Deadline(at: .now))
    private let client = Locked(0)
    private let copies = Locked<(any MediaRestoring)?>(nil)

    /// A bucket that has every file, or none.
    private struct Copies: MediaRestoring {
        let store: MemoryStore
        var isEmpty = false
        let count = Locked(0)

        func restore(
            _ attachment: AttacheCore.Attachment,
            for client: Int,
            until deadline: Deadline
        ) async -> StoredFile? {
            count.withLock { $0 += 1 }
            guard !isEmpty, let spool = try? store.openSpool() else { return nil }
            try? spool.append([1, 2, 3].span)
            return try? await store.commit(spool, fileExtension: attachment.fileExtension)
        }
    }

    private var loadCount: Int { loads.withLock { $0.count } }

    private func load(
        _ url: String,
        _ failures: VerdictLifetime = VerdictLifetime(),
        from base: @escaping @Sendable (StaleMedia?) -> LoadedMedia
    ) async throws -> MediaVerdict {
        let facts = FingerprintInputs(link: .model, egress: EgressPolicy(), version: "1")
        let cache = CachingMediaLoader(
            ScriptedLoader { [loads] _, stale in
                loads.withLock { $0.append(stale) }
                return base(stale)
            },
            memory: memory,
            store: store,
            copies: copies.withLock { $0 },
            fingerprints: ContextFingerprinter(facts: facts, digester: TableDigester()),
            digester: TableDigester(),
            clock: wall,
            failures: failures
        )
        var context = context
        context.clientID = client.withLock { $0 }
        return await cache.load(try DownloadRequest.testing(url, under: context)).verdict
    }

    /// Loads through the cache; the inner loader returns a stored file, or the failure of a code.
    private func ask(
        _ url: String = CachingMediaLoaderTests.url,
        _ status: Int = 200,
        _ fields: [(String, String)] = [],
        fails code: ReasonCode? = nil,
        isPermanent: Bool? = nil,
        failures: VerdictLifetime = VerdictLifetime()
    ) async throws -> MediaVerdict {
        let file = try await stored()
        let exchange = ResponseExchange(
            url: url,
            head: ResponseHead(status: status, fields: fields.map { (name: $0.0, value: $0.1) }),
            sent: wall.secondsSinceEpoch,
            received: wall.secondsSinceEpoch
        )
        let attachment = attachment(file, source: url)
        return try await load(url, failures) { stale in
            var verdict = MediaVerdict(reasons: [Reason(.sizeBorderline, "Large.")], deviceTime: .seconds(2))
            if let code {
                verdict = MediaVerdict(reasons: [Reason(code, "No.", isPermanent: isPermanent)])
            } else if status == 304, let stale {
                verdict = stale.verdict
            } else {
                verdict.attachment = attachment
            }
            let supply: MediaSupply = status == 304 ? .revalidated : .transferred
            verdict.trace = TransferRecord(
                host: "a.example",
                supply: supply,
                byteCount: file.byteCount,
                transfer: .milliseconds(status == 304 ? 1 : 50)
            )
            return LoadedMedia(verdict, exchanges: code == .fetchConnect ? [] : [exchange])
        }
    }

    private func stored() async throws -> StoredFile {
        let spool = try store.openSpool()
        try spool.append([1, 2, 3].span)
        return try await store.commit(spool, fileExtension: "png")
    }

    private func attachment(_ file: StoredFile, source: String) -> AttacheCore.Attachment {
        AttacheCore.Attachment(
            identifier: String(file.sha256.prefix(16)),
            file: file,
            format: .png,
            fileExtension: "png",
            pixels: PixelSize(width: 3, height: 4),
            frameCount: 1,
            source: source
        )
    }

    @Test("A fresh file is used without a request until its last second", arguments: [(59, 1), (60, 2)])
    func fresh(after seconds: Int, loads expected: Int) async throws {
        let fields = [("Cache-Control", "max-age=60")]
        let first = try await ask(Self.url, 200, fields)
        wall.advance(by: seconds)
        let second = try await ask(Self.url, 200, fields)
        #expect(loadCount == expected)
        #expect(second.attachment == first.attachment)
        #expect(second.reasons == first.reasons)
        #expect(second.deviceTime == first.deviceTime)
        #expect(second.trace?.supply == (expected == 1 ? .cached : .transferred))
        #expect(second.trace?.transfer == .milliseconds(50))
    }

    @Test("A stale file is revalidated, and stays when the origin confirms it")
    func revalidation() async throws {
        let first = try await ask(Self.url, 200, [("ETag", "\"1\""), ("Cache-Control", "max-age=60")])
        wall.advance(by: 60)
        let second = try await ask(Self.url, 304)
        #expect(loads.withLock { $0.last??.validators.lines } == ["If-None-Match: \"1\""])
        #expect(second.attachment == first.attachment && second.reasons == first.reasons)
        #expect(second.trace?.supply == .revalidated)
        wall.advance(by: 59)
        let third = try await ask()
        #expect(loadCount == 2)
        #expect(third.trace?.supply == .cached)
        // Revalidation saves the transfer, not the request.
        #expect(third.trace?.transfer == .milliseconds(50))
    }

    @Test(
        "An entry that can be neither used nor revalidated is loaded again",
        arguments: [
            [], [("Cache-Control", "no-store"), ("ETag", "\"1\"")], [("Vary", "*"), ("Cache-Control", "max-age=60")],
        ] as [[(String, String)]]
    )
    func useless(fields: [(String, String)]) async throws {
        _ = try await ask(Self.url, 200, fields)
        _ = try await ask(Self.url, 200, fields)
        #expect(loads.withLock { $0.map { $0 == nil } } == [true, true])
        #expect(memory.allMedia.isEmpty)
    }

    @Test("A cached file that is missing from the store is loaded again")
    func evicted() async throws {
        let fields = [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]
        _ = try await ask(Self.url, 200, fields)
        store.removeAll()
        // Loading stores it again, so check the request.
        _ = try await load(Self.url) { _ in
            LoadedMedia(MediaVerdict(reasons: [Reason(.fetchDeadline, "Late.")]))
        }
        #expect(loadCount == 2)
        #expect(loads.withLock { $0.last.map { $0 == nil } } == true)
        #expect(memory.allMedia.isEmpty)
    }

    @Test("A cached file that is missing from the store comes from its copy, or else from its origin")
    func restored() async throws {
        let fields = [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]
        let first = try await ask(Self.url, 200, fields)
        let bucket = Copies(store: store)
        copies.withLock { $0 = bucket }
        let fails: @Sendable (StaleMedia?) -> LoadedMedia = { stale in
            LoadedMedia(stale?.verdict ?? MediaVerdict(reasons: [Reason(.fetchDeadline, "Late.")]))
        }
        store.removeAll()
        let second = try await load(Self.url, from: fails)
        #expect(loadCount == 1 && bucket.count.withLock { $0 } == 1)
        #expect(second.attachment == first.attachment && second.trace?.supply == .cached)
        // A stale one is restored too, and revalidated.
        wall.advance(by: 60)
        store.removeAll()
        let third = try await load(Self.url, from: fails)
        #expect(loads.withLock { $0.last??.validators.lines } == ["If-None-Match: \"1\""])
        #expect(bucket.count.withLock { $0 } == 2 && third.attachment == first.attachment)
    }

    @Test("A cached file without a copy is loaded from its origin")
    func notRestored() async throws {
        _ = try await ask(Self.url, 200, [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")])
        let bucket = Copies(store: store, isEmpty: true)
        copies.withLock { $0 = bucket }
        store.removeAll()
        let second = try await load(Self.url) { _ in
            LoadedMedia(MediaVerdict(reasons: [Reason(.fetchDeadline, "Late.")]))
        }
        #expect(loadCount == 2 && bucket.count.withLock { $0 } == 1 && second.attachment == nil)
        #expect(loads.withLock { $0.last.map { $0 == nil } } == true)
    }

    @Test(
        "A failure is cached for its lifetime and no longer",
        arguments: [
            (true, 9, 1), (true, 10, 2), (false, 29, 1), (false, 30, 2),
        ]
    )
    func failures(isPermanent: Bool, seconds: Int, loads expected: Int) async throws {
        let first = try await ask(fails: .fetchConnect, isPermanent: isPermanent)
        wall.advance(by: seconds)
        let second = try await ask(fails: .fetchConnect, isPermanent: isPermanent)
        #expect(loadCount == expected)
        #expect(second.reasons == first.reasons)
        #expect(second.trace?.supply == (expected == 1 ? .cached : .transferred))
    }

    @Test(
        "Another client uses a failure for a minute at most, whatever is set",
        arguments: [(1, 599, 1), (1, 600, 2), (2, 59, 1), (2, 60, 2), (0, 60, 2)],
        [true, false]
    )
    func otherClients(_ row: (client: Int, seconds: Int, loads: Int), isPermanent: Bool) async throws {
        let long = VerdictLifetime(permanent: .seconds(600), transient: .seconds(600))
        client.withLock { $0 = 1 }
        _ = try await ask(fails: .fetchStatus, isPermanent: isPermanent, failures: long)
        wall.advance(by: row.seconds)
        client.withLock { $0 = row.client }
        _ = try await ask(fails: .fetchStatus, isPermanent: isPermanent, failures: long)
        #expect(loadCount == row.loads)
    }

    @Test("A failure of an earlier version, without a client, is used for a minute", arguments: [nil, 0, -7])
    func clientOfARecord(_ client: Int?) throws {
        let window = FreshnessWindow(from: 100, until: 1000)
        let failure = CachedFailure(
            reasons: [Reason(.fetchStatus, "Gone.")],
            deviceTime: nil,
            host: nil,
            transfer: .zero,
            window: window,
            client: client
        )
        let read = try #require(CacheEntryCoding.failure(CacheEntryCoding.text(failure), window: window))
        #expect(read.client == client)
        #expect(read.isFresh(at: 159, for: 0))
        #expect(read.isFresh(at: 160, for: 0) == (client == 0))
    }

    @Test("A lifetime of zero caches no failure", arguments: [true, false])
    func noLifetime(isPermanent: Bool) async throws {
        let never = VerdictLifetime(permanent: .zero, transient: .zero)
        for _ in 0..<2 { _ = try await ask(fails: .fetchStatus, isPermanent: isPermanent, failures: never) }
        #expect(loadCount == 2)
    }

    @Test("Failures specific to one moment are never cached", arguments: ReasonCode.uncacheable)
    func uncacheable(_ code: ReasonCode) async throws {
        for _ in 0..<2 { _ = try await ask(fails: code) }
        #expect(loadCount == 2)
        #expect(memory.allFailures.isEmpty)
    }

    @Test("A verdict by the lack of one payload's time is not cached, whatever its reason", arguments: [true, false])
    func outOfTime(_ isOutOfTime: Bool) async throws {
        var verdict = MediaVerdict(reasons: [Reason(.typeUnsupported, "Refused.", isPermanent: false)])
        verdict.isOutOfTime = isOutOfTime
        for _ in 0..<2 { _ = try await load(Self.url) { [verdict] _ in LoadedMedia(verdict) } }
        #expect(loadCount == (isOutOfTime ? 2 : 1))
        #expect(memory.allFailures.isEmpty == isOutOfTime)
    }

    @Test("A failure that the origin forbids to cache is not cached")
    func forbidden() async throws {
        for _ in 0..<2 { _ = try await ask(Self.url, 404, [("Cache-Control", "no-store")], fails: .fetchStatus) }
        #expect(loadCount == 2)
    }

    @Test(
        "A temporary failure keeps the earlier file for revalidation; a permanent one does not",
        arguments: [(false, true), (true, false)]
    )
    func fileBehindFailure(isPermanent: Bool, isAsked: Bool) async throws {
        _ = try await ask(Self.url, 200, [("ETag", "\"1\"")])
        _ = try await ask(Self.url, 500, fails: .fetchStatus, isPermanent: isPermanent)
        wall.advance(by: 600)
        _ = try await ask(Self.url, 304, fails: .fetchDeadline)
        #expect(loadCount == 3)
        #expect((loads.withLock { $0.last?.map { _ in true } ?? false }) == isAsked)
    }

    @Test("Another URL, hint, policy or network is another load")
    func keys() async throws {
        let one = CacheKey(
            MediaReference(text: "a", location: "$"),
            under: ContextFingerprint(text: "t"),
            digester: TableDigester()
        )
        let others = [
            CacheKey(
                MediaReference(text: "b", location: "$"),
                under: ContextFingerprint(text: "t"),
                digester: TableDigester()
            ),
            CacheKey(
                MediaReference(text: "a", location: "$", typeHint: ""),
                under: ContextFingerprint(text: "t"),
                digester: TableDigester()
            ),
            CacheKey(
                MediaReference(text: "a", location: "$"),
                under: ContextFingerprint(text: "u"),
                digester: TableDigester()
            ),
        ]
        #expect(!others.contains(one))
        #expect(
            CacheKey(
                MediaReference(text: "a", location: "$.x"),
                under: ContextFingerprint(text: "t"),
                digester: TableDigester()
            ) == one
        )
    }
}
