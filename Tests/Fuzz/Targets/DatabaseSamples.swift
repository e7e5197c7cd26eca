import AttacheSystem
import Glibc

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttacheMedia

/// What the sample databases hold.
enum Samples {
    static let failure = CachedFailure(
        reasons: [Reason(.fetchStatus, "Gone.")],
        deviceTime: .seconds(1),
        host: "a.example",
        transfer: .zero,
        window: FreshnessWindow(from: 10, until: 100)
    )

    static let record = ItemRecord(
        source: "in/a.ndjson#2",
        identifier: Array("\"id\"".utf8),
        outcome: .attached,
        isFallback: false,
        policy: "hive",
        network: "wifi",
        reasons: [Reason(.atsLocalHTTP, "http is admitted.")],
        attachments: [attachment],
        timing: ResultTiming(total: .microseconds(1234), inspection: .microseconds(55), device: .milliseconds(7)),
        traces: [TransferRecord(host: "example.com", supply: .cached, byteCount: 7, transfer: .microseconds(99))]
    )

    private static let attachment = Attachment(
        identifier: "1",
        file: StoredFile(path: "/store/aa", sha256: String(repeating: "a1", count: 32), byteCount: 7),
        format: .png,
        fileExtension: "png",
        pixels: PixelSize(width: 2, height: 3),
        frameCount: 1,
        source: "https://example.com/a.png"
    )

    static func media(_ round: Int) -> CachedMedia {
        CachedMedia(
            attachment: attachment,
            reasons: [Reason(.sizeBorderline, "Large.")],
            deviceTime: .milliseconds(1500),
            host: "a.example",
            transfer: .milliseconds(20),
            response: CachedResponse(
                url: "https://a.example/",
                fields: CacheFields(entityTag: "\"\(round)\""),
                window: FreshnessWindow(from: 10, until: 100)
            )
        )
    }
}

struct FixedWallClock: WallTimeSource {
    var secondsSinceEpoch: Int { 1000 }
}

/// Waits on libFuzzer's thread for what runs on others.
enum Blocking {
    /// The memory of a semaphore, which lives until the last waiter and the last post are done with it.
    // @unchecked Sendable: a semaphore is made to be used by several threads.
    @safe private final class Semaphore: @unchecked Sendable {
        let memory = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

        init() { unsafe sem_init(memory, 0, 0) }

        deinit {
            unsafe sem_destroy(memory)
            unsafe memory.deallocate()
        }
    }

    static func wait<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
        let done = Semaphore()
        let result = Locked<Value?>(nil)
        Task.detached {
            let value = await body()
            result.withLock { $0 = value }
            unsafe sem_post(done.memory)
        }
        while true {
            while unsafe sem_wait(done.memory) != 0 {}
            if let value = result.withLock({ $0 }) { return value }
        }
    }
}
