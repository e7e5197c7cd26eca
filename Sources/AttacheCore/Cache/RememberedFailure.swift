/// Why an earlier load has brought no file.
package struct CachedFailure: Sendable, Equatable {
    /// The findings, the headline first.
    package var reasons: [Reason]
    /// What the receiving device would need, where the link model told.
    package var deviceTime: Duration?
    /// The host of the URL, as it was asked.
    package var host: String?
    /// How long the transfer took.
    package var transfer: Duration
    /// When the failure is taken for granted.
    package var window: FreshnessWindow

    /// Creates the value.
    ///
    /// - Parameters:
    ///   - reasons: The findings, the headline first.
    ///   - deviceTime: What the receiving device would need.
    ///   - host: The host of the URL, as it was asked.
    ///   - transfer: How long the transfer took.
    ///   - window: When the failure is taken for granted.
    package init(
        reasons: [Reason],
        deviceTime: Duration?,
        host: String?,
        transfer: Duration,
        window: FreshnessWindow
    ) {
        self.reasons = reasons
        self.deviceTime = deviceTime
        self.host = host
        self.transfer = transfer
        self.window = window
    }

    /// Whether trying again later cannot help.
    package var isPermanent: Bool { reasons.first?.isPermanent ?? false }

    /// The verdict as it was given then.
    var verdict: MediaVerdict {
        var verdict = MediaVerdict(reasons: reasons, deviceTime: deviceTime)
        verdict.trace = TransferRecord(host: host, supply: .cached, byteCount: 0, transfer: transfer)
        return verdict
    }
}
