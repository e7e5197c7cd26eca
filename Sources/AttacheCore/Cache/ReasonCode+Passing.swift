extension ReasonCode {
    /// Codes of verdicts that say something of one moment or one caller only, and are never remembered.
    package static let passing: [ReasonCode] = [
        .fetchDeadline, .fetchCancelled, .fetchNoSocket, .fetchHostCooling, .attachStoreFailed,
        .typeInspectorFailed,
    ]
}
