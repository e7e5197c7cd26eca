import AttacheSystem
import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON

@Suite("Observed loads", .inProcess, .timeLimit(.minutes(1)))
struct ObservedMediaLoaderTests {
    private struct Recorder: AttacheObserver {
        let events = Locked<[MediaTransferred]>([])

        func mediaTransferred(_ event: MediaTransferred) { events.withLock { $0.append(event) } }
    }

    @Test(
        "A load is reported to every observer, and passed on unchanged",
        arguments: [
            (MediaSupply.transferred, ReasonCode.fetchStatus as ReasonCode?), (.revalidated, nil),
        ]
    )
    func reported(_ supply: MediaSupply, code: ReasonCode?) async throws {
        let observers = [Recorder(), Recorder()]
        let base = ScriptedLoader { _, _ in
            var verdict = MediaVerdict(reasons: code.map { [Reason($0, "Gone.")] } ?? [])
            verdict.timing.byteCount = 7
            verdict.trace = TransferRecord(host: "h.example", supply: supply, byteCount: 0, transfer: .zero)
            return LoadedMedia(verdict)
        }
        let request = try DownloadRequest.testing(
            "https://h.example/a.png?token=1",
            under: .testing(until: Deadline(at: .now))
        )
        let loaded = await ObservedMediaLoader(base, observers: observers).load(request, unless: nil)
        #expect(loaded.verdict.trace?.supply == supply)
        for observer in observers {
            let event = try #require(observer.events.withLock { $0 }.first)
            #expect(observer.events.withLock { $0.count } == 1)
            #expect(event.url == "https://h.example/a.png?…" && event.host == "h.example")
            #expect(event.supply == supply && event.failure?.code == code && event.byteCount == 7)
        }
    }
}
