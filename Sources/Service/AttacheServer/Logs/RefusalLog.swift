import AttacheSystem
import HTTPTypes
import Logging

/// The log lines about refused requests: of each kind one in an interval, with the number of the others since the last.
final class RefusalLog: Sendable {
    private enum Kind: Hashable {
        case withoutTLS
        case overload(ProblemKind)

        /// The shortest time between two lines. An overload lasts, and each of its requests says the same.
        var interval: Duration {
            switch self {
            case .withoutTLS: .seconds(1)
            case .overload: .seconds(10)
            }
        }
    }

    private let log: ServiceLog
    private let state = Locked<[Kind: (last: ContinuousClock.Instant, skipped: Int)]>([:])

    init(_ log: ServiceLog) {
        self.log = log
    }

    /// Reports a client that uses a port with TLS without TLS, by its address.
    func reportWithoutTLS(_ address: String, at now: ContinuousClock.Instant = .now) {
        guard let skipped = turn(of: .withoutTLS, at: now) else { return }
        log.write(.info, "refused a request without TLS") { line in
            line.member("address", address)
            if skipped > 0 { line.member("others", skipped) }
        }
    }

    /// Reports a problem if the service refuses a request because it has too much work; others are the client's.
    func report(_ problem: ProblemKind, at now: ContinuousClock.Instant = .now) {
        guard problem == .tooManyRequests || problem == .unavailable,
            let skipped = turn(of: .overload(problem), at: now)
        else { return }
        log.write(.warning, "refused a request") { line in
            line.member("status", problem.status.code)
            line.member(LogField.detail, problem.title)
            if skipped > 0 { line.member("others", skipped) }
            if let scope = RequestScope.current { line.members(of: scope) }
        }
    }

    /// The number of refusals since the last line, if one may be written now; otherwise this one is counted.
    private func turn(of kind: Kind, at now: ContinuousClock.Instant) -> Int? {
        state.withLock { state in
            if let (last, _) = state[kind], last.duration(to: now) < kind.interval {
                state[kind]?.skipped += 1
                return nil
            }
            defer { state[kind] = (now, 0) }
            return state[kind]?.skipped ?? 0
        }
    }
}
