import AttacheCore
import AttacheSystem

/// Collects the response, and ends the transfer at the point that the test sets.
final class CollectingReceiver: ResponseReceiving {
    private struct State {
        var head: ResponseHead?
        var body: [UInt8] = []
    }

    private let state = Locked(State())
    private let limit: Int
    private let atLimit: TransferDecision

    init(limit: Int = .max, atLimit: TransferDecision = .proceed) {
        self.limit = limit
        self.atLimit = atLimit
    }

    var head: ResponseHead? { state.withLock { $0.head } }
    var body: [UInt8] { state.withLock { $0.body } }

    func receive(head: ResponseHead) -> TransferDecision {
        state.withLock { $0.head = head }
        return .proceed
    }

    func receive(body bytes: Span<UInt8>) -> TransferDecision {
        state.withLock { state in
            for index in bytes.indices { state.body.append(bytes[index]) }
            return state.body.count >= limit ? atLimit : .proceed
        }
    }
}
