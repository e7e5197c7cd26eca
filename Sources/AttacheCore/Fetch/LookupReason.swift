/// What stands against a host whose addresses cannot be had.
package enum LookupReason {
    /// The name does not exist, or has no address.
    ///
    /// - Parameter host: The host that was looked up.
    /// - Returns: `fetch.host-not-found`.
    package static func notFound(_ host: MediaHost) -> Reason {
        Reason(.fetchHostNotFound, "The name \(host) does not exist.", fix: "Check the spelling of the host.")
    }

    /// The lookup came to nothing, and a later one may succeed.
    ///
    /// - Parameters:
    ///   - host: The host that was looked up.
    ///   - detail: What went wrong, in words that follow a colon.
    /// - Returns: `fetch.resolve-failed`.
    package static func failed(_ host: MediaHost, _ detail: String) -> Reason {
        Reason(
            .fetchResolveFailed,
            "The name \(host) could not be resolved: \(detail).",
            fix: "Check the name servers, or try again later."
        )
    }
}
