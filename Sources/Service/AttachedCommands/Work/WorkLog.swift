import AttacheServer
import FleetWorker
import Logging

/// Writes what a worker reports to the log of the service.
struct WorkLog: Sendable {
    private let logger: Logger

    init(_ log: ServiceLog) {
        logger = log.logger("attached")
    }

    func write(_ event: WorkerEvent) {
        switch event {
        case .started(let server, let stream, let consumers):
            logger.notice(
                "Working on \(stream) of \(server).",
                metadata: ["consumers": .array(consumers.map { .string($0) })]
            )
        case .foundConsumer(let name): logger.notice("Found the consumer \(name).")
        case .disconnected: logger.warning("The connection is lost; reconnecting.")
        case .reconnected(let server): logger.notice("Connected to \(server) again.")
        case .notStored(let position, let sentence):
            logger.warning(
                "A message was not stored, and is published again.",
                metadata: [
                    "position": .string(position), "detail": .string(sentence),
                ]
            )
        case .deadLetter(let position, let tenant, let code, let message):
            logger.warning(
                "A payload is a dead letter.",
                metadata: [
                    "position": .string(position), "tenant": .string(tenant), "reason": .string(code),
                    "detail": .string(message),
                ]
            )
        case .suspect(let position, let deliveries):
            logger.warning(
                "A payload was delivered too often, and is processed while no other such payload is.",
                metadata: [
                    "position": .string(position), "deliveries": "\(deliveries)",
                ]
            )
        case .hanging(let position):
            logger.critical("A payload hangs; the worker ends.", metadata: ["position": .string(position)])
        case .warning(let sentence): logger.warning("\(sentence)")
        case .progress(let totals): logger.info("working", metadata: metadata(totals))
        case .draining(let left):
            logger.notice("shutting down: finishing payloads", metadata: ["left": "\(left)"])
        case .ended(let totals): logger.notice("stopped", metadata: metadata(totals))
        }
    }

    private func metadata(_ totals: WorkerTotals) -> Logger.Metadata {
        [
            "taken": "\(totals.taken)", "published": "\(totals.published)", "duplicates": "\(totals.duplicates)",
            "retried": "\(totals.retried)",
            "given_back": "\(totals.givenBack)", "dead_letters": "\(totals.deadLetters)",
            "not_stored": "\(totals.notStored)",
        ]
    }
}
