import Attache
import AttacheTelemetry
import CoreMetrics
import Logging
import Synchronization

func observed(logger: Logger, factory: any MetricsFactory) async throws {
    var configuration = AttacheConfiguration()
    configuration.observers = [
        LoggingObserver(logger: logger),
        MetricsObserver(factory: factory),
    ]
    try await withAttache(configuration: configuration) { attache in
        _ = await attache.rewrite(#"{"aps":{"alert":"Hi"}}"#)
    }
}

final class FallbackCounter: AttacheObserver {
    let count = Atomic(0)

    func itemFinished(_ event: ItemFinished) {
        if event.result.isFallback { count.add(1, ordering: .relaxed) }
    }
}
