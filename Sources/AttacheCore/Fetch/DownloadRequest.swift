/// A media URL that may be loaded, with everything the download needs to know.
package struct DownloadRequest: Sendable {
    /// The judged URL.
    package var url: MediaURL
    /// How the receiving app behaves.
    package var policy: Policy
    /// Judges every further hop's URL; the reasons that block refuse it.
    package var hops: any HopJudging
    /// Judges addresses and TLS sessions.
    package var connections: any ConnectionJudging
    /// When the answer must be there.
    package var deadline: Deadline
    /// The link to imitate on the real transfer, or `nil`.
    package var throttle: LinkThrottle?
    /// What is at risk or worth knowing about the URL.
    package var notes: [Reason]
    /// The file that is kept, where the origin is only asked whether it still stands.
    package var stale: StaleMedia?
    /// Who asks, as a number.
    package var clientID = 0
}
