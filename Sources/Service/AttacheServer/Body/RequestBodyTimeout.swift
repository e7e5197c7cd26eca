import NIOCore

/// The time in which the body of a request must arrive.
///
/// Only the time in which the service waits for the client counts, so a body that arrives with its head costs nothing.
struct RequestBodyTimeout {
    var mode = RequestBodyTimeoutMode.whole
    private let limit: TimeAmount
    /// The start of the current wait for the client.
    private var waitingSince: NIODeadline?
    /// The duration of all earlier waits.
    private var waited = TimeAmount.zero

    init(_ limit: TimeAmount) {
        self.limit = limit
    }

    /// The end of the current wait; `nil` while the service does not wait.
    var deadline: NIODeadline? {
        guard let waitingSince else { return nil }
        return switch mode {
        case .whole: waitingSince + (limit - waited)
        case .pieces: waitingSince + limit
        }
    }

    /// Records that the service waits for the client, unless it does already.
    mutating func waits(from now: @autoclosure () -> NIODeadline) { waitingSince = waitingSince ?? now() }

    /// Records that a piece of the body has arrived.
    mutating func arrived(at now: @autoclosure () -> NIODeadline) {
        if let since = waitingSince.take() { waited = waited + (now() - since) }
    }

    /// What the reader of the body gets at the deadline instead of the next piece.
    var problem: Problem {
        let time = Duration.nanoseconds(limit.nanoseconds)
        return switch mode {
        case .whole: Problem(.requestTimeout, "The body took longer than \(time) to arrive; send it without pauses.")
        case .pieces:
            Problem(.requestTimeout, "The body paused for \(time); send the remaining items in a new batch.")
        }
    }
}

/// The scope of the request body timeout; a route sends it down the channel.
enum RequestBodyTimeoutMode: Sendable {
    /// The whole body, without the time in which the service itself does not read.
    case whole
    /// Each chunk, from the moment the service waits for it.
    case pieces
}
