/// How a download ended.
package struct Download: Sendable {
    /// The body, or why there is none; reasons with the headline first.
    package var body: Result<DownloadedBody, FetchFailure>
    /// The URL that answered.
    package var url: MediaURL
    /// Where the time went, all hops and attempts together.
    package var timing: TransferTiming
    /// What the device would go through for the same: the last attempt alone, every connection new.
    package var route: DeviceRoute
    /// What is worth knowing beside the result.
    package var notes: [Reason]
    /// The last attempt's requests and the heads that came back, redirects first; empty unless somebody keeps them.
    package var exchanges: [ResponseExchange] = []
}
