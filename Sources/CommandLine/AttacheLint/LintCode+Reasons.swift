package import AttacheCore

extension LintCode {
    /// Whether a reason of the pipeline says the same, so that a report with both says it once.
    ///
    /// The pipeline stops at the first stage that refuses a payload. So the codes whose reasons come from a later stage
    /// are what explains the rest of the payload.
    func restates(_ code: ReasonCode) -> Bool {
        switch self {
        case .payloadRejected: code.stage == "payload"
        case .duplicateKey: code == .payloadDuplicateKey
        case .ignoredValue: code == .payloadIgnoredValue
        case .headerInvalid, .collapseIDTooLong: code == .payloadInvalidHeader
        case .requestLoss: code == .payloadRequestLoss || code == .payloadRequestUnknown
        case .consoleText: code == .payloadConsoleText
        case .mutableContentMissing, .mutableContentMisplaced, .mutableContentOff: code == .gateMutableContentMissing
        case .mutableContentText: code == .gateMutableContentUnusual
        case .noAlert: code == .gateNoAlert
        case .backgroundPush: code == .gateBackgroundPush
        case .mediaKeyInAPS, .mediaKeyMisplaced: code == .gateMediaKeyMisplaced
        case .mediaUnread: code == .gateMediaUnread
        case .mediaNotText: code == .gateMediaValueUnusable
        case .tooManyMedia: code == .gateTooManyMedia
        case .severalVendors: code == .gateSeveralPolicies
        case .vendorKeyMissing: code == .gateVendorKeyMissing
        case .extensionHangs: code == .gateHandlerNotCalled
        case .mediaWithActions: code == .lintMediaWithActions
        case .urlInvalid: code.stage == "url"
        case .http: code == .atsInsecureHTTP
        case .testHost: code == .urlHostLocal || code == .egressAddressDenied || code == .fetchHostNotFound
        case .webP, .svg, .heic, .mov, .formatUnsupported:
            code == .typeExtensionUnsupported || code == .typeUnsupported || code == .deviceTypeUnknown
        case .noExtension, .extensionInQuery: code == .deviceTypeUnknown
        case .fetchFailed: ["fetch", "ats"].contains(code.stage)
        case .notFetched: ["egress", "network", "attach"].contains(code.stage)
        case .typeMismatch, .mediaBroken: code.stage == "type"
        case .mediaTooLarge: code == .sizeTooLarge || code == .deviceTooLarge
        case .mediaNearLimit: code == .sizeBorderline
        default: false
        }
    }

    /// Whether the finding is about a media file or its URL, and not about the payload around it.
    package var isAboutMedia: Bool {
        switch self {
        case .urlSpace, .urlInvalid, .urlCharacters, .placeholder, .testHost, .http, .noExtension, .extensionInQuery,
            .extensionCase, .query, .webP, .svg, .heic, .mov, .formatUnsupported, .audio, .typeContradictsName,
            .notFetched, .fetchFailed, .redirect, .contentType, .typeMismatch, .mediaBroken, .mediaTooLarge,
            .mediaNearLimit, .memory:
            true
        default: false
        }
    }
}

extension LintResult {
    /// The findings that a result does not name itself: what a later stage, or no stage, would say of the payload.
    ///
    /// - Parameters:
    ///   - result: The result of the pipeline for the same payload.
    ///   - severity: The least severity of a finding that is kept.
    /// - Returns: The findings, the most severe first, otherwise in the order of the text.
    package func beyond(_ result: RewriteResult, atLeast severity: LintSeverity) -> [LintFinding] {
        let isLoaded = result.responses.contains { $0 != nil } || !result.attachments.isEmpty
        let isShown = result.outcome == .attached
        let kept = findings.filter { finding in
            guard finding.severity >= severity, !result.reasons.contains(where: { finding.code.restates($0.code) })
            else { return false }
            // A file that was loaded comes from no host of an example, and one that is shown needs no other name.
            if isLoaded, finding.code == .testHost { return false }
            return !isShown || !finding.code.isNaming
        }
        return [LintSeverity.error, .warning, .note].flatMap { severity in kept.filter { $0.severity == severity } }
    }
}

extension LintCode {
    /// Whether it is about a name that some extension reads and another does not: settled where the file is shown.
    fileprivate var isNaming: Bool {
        switch self {
        case .noExtension, .extensionInQuery, .extensionCase, .query, .contentType, .formatUnsupported, .mov, .audio,
            .redirect:
            true
        default: false
        }
    }
}
