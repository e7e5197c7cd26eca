import AttacheCore
import HTTPTypes
import Hummingbird

/// What a request asks for besides its body: `?policy=`, `?network=`, `?emit=` and the header `Attache-Deadline`.
struct RewriteParameters: Sendable {
    /// The longest time that can be written: one hour, as in an envelope.
    private static let longest = Duration.seconds(3600)

    /// How each payload is worked on.
    let asked: RequestOverrides
    /// Which part of each result is answered.
    let format: OutputFormat

    /// Reads what a request asks for.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - client: Whom it counts for.
    ///   - maximumTimeout: The longest time for a payload; what header or envelope ask for beyond that is cut to it.
    /// - Throws: `Problem` when the deadline is no time, or there is no such part.
    init(_ request: Request, of client: Client, maximumTimeout: Duration) throws(Problem) {
        var asked = RequestOverrides()
        asked.maximumTimeout = maximumTimeout
        asked.clientID = client.hashValue
        if request.uri.query != nil {
            // Decoded each time it is asked for.
            let query = request.uri.queryParameters
            asked.policy = query["policy"].map(String.init)
            asked.network = query["network"].map(String.init)
            format = try OutputFormat(named: query["emit"])
        } else {
            format = .report
        }
        if let text = request.headers[.attacheDeadline] { asked.timeout = try Self.timeout(text) }
        self.asked = asked
    }

    private static func timeout(_ text: String) throws(Problem) -> Duration {
        guard let amount = try? TimeAmount(parsing: text), (.milliseconds(1)...longest).contains(amount.duration) else {
            throw Problem(
                .badRequest,
                "The header Attache-Deadline is no time from 1ms to 1h; write 5s or 500ms."
            )
        }
        return amount.duration
    }
}
