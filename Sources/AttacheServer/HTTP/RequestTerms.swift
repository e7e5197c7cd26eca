import AttacheCore
import HTTPTypes
import Hummingbird

extension ItemRequest {
    /// The longest time a caller may give: one hour, as in an envelope.
    private static let longest = Duration.seconds(3600)

    /// What a request asks for: `?policy=`, `?network=` and the header `Attache-Deadline`.
    ///
    /// - Parameter request: The request.
    /// - Throws: `Problem` when the deadline is no time.
    init(_ request: Request) throws(Problem) {
        self.init()
        if request.uri.query != nil {
            let query = request.uri.queryParameters
            policy = query["policy"].map(String.init)
            network = query["network"].map(String.init)
        }
        guard let text = request.headers[.attacheDeadline] else { return }
        guard let amount = try? TimeAmount(parsing: text), (.milliseconds(1)...Self.longest).contains(amount.duration)
        else {
            throw Problem(
                .badRequest,
                "The header Attache-Deadline is no time from 1ms to 1h; write 5s or 500ms."
            )
        }
        timeout = amount.duration
    }
}
