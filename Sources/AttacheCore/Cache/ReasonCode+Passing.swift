extension ReasonCode {
    /// Codes that say something of this machine and nothing of the payload or the medium; asking again may do.
    package static let localFailures: [ReasonCode] = [.fetchNoSocket, .attachStoreFailed, .typeInspectorFailed]

    /// Codes of items that another run does again: of its medium nothing is known.
    package static let retriedOnResume: [ReasonCode] = [.fetchHostCooling] + localFailures

    /// Codes of verdicts that say something of one moment or one caller only, and are never remembered.
    package static let uncacheable: [ReasonCode] = [.fetchDeadline, .fetchCancelled, .fetchHostCooling] + localFailures
}
