/// A verified file that an earlier load has brought, and what was said of it.
package struct CachedMedia: Sendable, Equatable {
    /// The attachment; its path is where the file was then.
    package var attachment: Attachment
    /// The findings, the headline first.
    package var reasons: [Reason]
    /// What the receiving device would need, where the link model told.
    package var deviceTime: Duration?
    /// The host of the URL, as it was asked.
    package var host: String?
    /// How long the transfer took.
    package var transfer: Duration
    /// What is kept of the response.
    package var response: CachedResponse

    /// Creates the value.
    ///
    /// - Parameters:
    ///   - attachment: The attachment.
    ///   - reasons: The findings, the headline first.
    ///   - deviceTime: What the receiving device would need.
    ///   - host: The host of the URL, as it was asked.
    ///   - transfer: How long the transfer took.
    ///   - response: What is kept of the response.
    package init(
        attachment: Attachment,
        reasons: [Reason],
        deviceTime: Duration?,
        host: String?,
        transfer: Duration,
        response: CachedResponse
    ) {
        self.attachment = attachment
        self.reasons = reasons
        self.deviceTime = deviceTime
        self.host = host
        self.transfer = transfer
        self.response = response
    }

    /// The verdict as it was given then, for the file where it is now.
    func verdict(_ file: StoredFile, source: String, supply: MediaSupply) -> MediaVerdict {
        var attachment = attachment
        attachment.file = file
        attachment.source = source
        var verdict = MediaVerdict(attachment: attachment, reasons: reasons, deviceTime: deviceTime)
        verdict.trace = TransferRecord(host: host, supply: supply, byteCount: file.byteCount, transfer: transfer)
        return verdict
    }
}
