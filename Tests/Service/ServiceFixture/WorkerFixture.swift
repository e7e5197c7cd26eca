import Attache
import AttacheSystem
import FleetWorker
import Glibc

/// A worker that certain payloads end, as a fault of the program would: by their identifiers `crash` and `hang`. It is
/// configured by `NAME=VALUE` arguments.
enum WorkerFixture {
    static func run(_ arguments: ArraySlice<String>) async throws {
        let isHanging = Locked(false)
        var configuration = AttacheConfiguration()
        configuration.observers = [Fault(isHanging: isHanging)]
        var worker = WorkerConfiguration()
        for argument in arguments {
            let words = argument.split(separator: "=", maxSplits: 1).map(String.init)
            let value = words.count == 2 ? words[1] : ""
            switch words[0] {
            case "nats": worker.nats.servers = [value]
            case "store": configuration.storeDirectory = value
            case "deliveries": worker.deliveries = Int(value) ?? 0
            case "hang": worker.hangMargin = .milliseconds(Int(value) ?? 0)
            default: preconditionFailure("unknown argument \(argument)")
            }
        }
        worker.maximumTimeout = .milliseconds(100)
        let signal = try InterruptSignal()
        let fleet = FleetWorker(worker, isStopRequested: { signal.isRequested }) { event in
            // On a busy machine another payload may take as long, and is no fault.
            if case .hanging = event, isHanging.withLock({ $0 }) { _exit(1) }
        }
        _ = try await withAttache(configuration: configuration) { try await fleet.run($0) }
    }
}

/// Ends or blocks the process when a payload with a certain identifier has its result, before it is published.
struct Fault: AttacheObserver {
    let isHanging: Locked<Bool>

    func itemFinished(_ event: ItemFinished) {
        switch event.result.identifier.map({ String(decoding: $0, as: UTF8.self) }) {
        case #""crash""#: kill(getpid(), SIGKILL)
        case #""hang""#:
            isHanging.withLock { $0 = true }
            pause()
        default: break
        }
    }
}
