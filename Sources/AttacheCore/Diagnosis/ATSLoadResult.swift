/// How one load ended.
package struct ATSLoadResult: Sendable, Equatable {
    /// What was negotiated and presented, where a handshake ended.
    package var session: TLSSession?
    /// The address that was dialled, where one was.
    package var address: IPAddress?
    /// The findings, the headline first.
    package var reasons: [Reason]
    /// The URL at which it ended: the last of the redirects, or the one that was refused.
    package var url: MediaURL
    /// Connections that were made for it; 0 where one of an earlier load served.
    package var connectionCount = 0
    /// Whether it was made at all, and not answered by an earlier load that found nobody to connect to.
    package var isMade = true

    /// Whether the resource loaded; its HTTP status plays no part.
    package var passes: Bool { !reasons.contains { $0.severity == .block } }

    /// Whether it failed where no dictionary has a say, such as in the lookup of the name.
    package var isUnrelatedToATS: Bool {
        reasons.contains { reason in
            reason.severity == .block
                && (["egress", "url"].contains(reason.code.stage) || Self.unconnected.contains(reason.code))
        }
    }

    private static let unconnected: Set<ReasonCode> = [
        .fetchHostNotFound, .fetchResolveFailed, .fetchConnect, .fetchDeadline, .fetchCancelled,
    ]
}
