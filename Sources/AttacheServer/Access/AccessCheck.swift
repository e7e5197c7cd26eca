import HTTPTypes
import Hummingbird

/// Lets requests in that carry a known bearer token, and counts each for its token's client.
struct AccessCheck: Sendable {
    let tokens: ReloadableTokens

    /// Who asks.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - peer: Whom it counts for where nobody needs a token.
    /// - Returns: The client.
    /// - Throws: `Problem` when there are tokens, and the request has none of them.
    func client(of request: Request, from peer: Client) throws(Problem) -> Client {
        let tokens = tokens.current
        guard !tokens.isEmpty else { return peer }
        let words = (request.headers[.authorization] ?? "").split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bearer" else {
            throw Problem(.unauthorized, "Send the header Authorization: Bearer TOKEN.")
        }
        guard let client = tokens.client(of: words[1].utf8) else {
            throw Problem(.unauthorized, "The bearer token is not one of this service's.")
        }
        return client
    }
}
