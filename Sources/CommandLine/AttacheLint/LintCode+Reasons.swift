package import AttacheCore

extension LintCode {
    /// The reason of the pipeline that says the same: findings have its code; `nil` where only lint says it.
    ///
    /// Codes of `stages` take the reason that the pipeline has given.
    var reason: ReasonCode? {
        switch self {
        case .duplicateKey: .payloadDuplicateKey
        case .ignoredValue: .payloadIgnoredValue
        case .headerInvalid, .collapseIDTooLong: .payloadInvalidHeader
        case .requestLoss: .payloadRequestLoss
        case .consoleText: .payloadConsoleText
        case .mutableContentMissing, .mutableContentMisplaced, .mutableContentOff: .gateMutableContentMissing
        case .mutableContentText: .gateMutableContentUnusual
        case .noAlert: .gateNoAlert
        case .backgroundPush: .gateBackgroundPush
        case .mediaKeyInAPS, .mediaKeyMisplaced: .gateMediaKeyMisplaced
        case .mediaUnread: .gateMediaUnread
        case .mediaNotText: .gateMediaValueUnusable
        case .tooManyMedia: .gateTooManyMedia
        case .severalVendors: .gateSeveralPolicies
        case .vendorKeyMissing: .gateVendorKeyMissing
        case .extensionHangs: .gateHandlerNotCalled
        case .mediaWithActions: .lintMediaWithActions
        case .http: .atsInsecureHTTP
        case .mediaTooLarge: .sizeTooLarge
        case .mediaNearLimit: .sizeBorderline
        default: nil
        }
    }

    /// The stages whose reasons it passes on as they are.
    fileprivate var stages: [String] {
        switch self {
        case .payloadRejected: ["payload"]
        case .urlInvalid: ["url"]
        case .fetchFailed: ["fetch", "ats"]
        case .notFetched: ["egress", "network", "attach"]
        case .typeMismatch, .mediaBroken: ["type"]
        default: []
        }
    }

    /// All codes as users meet them, in the order of the cases: a reason once, and `fetch.*` for what a stage may say.
    package static let named: [(name: String, code: LintCode, isStage: Bool)] = {
        var seen: Set<String> = []
        return allCases.flatMap { code in
            code.names.filter { seen.insert($0).inserted }.map { ($0, code, !code.stages.isEmpty) }
        }
    }()

    /// What `--list` and `--ignore` call it.
    private var names: [String] { stages.isEmpty ? [name] : stages.map { "\($0).*" } }

    /// The code that its findings have, if no reason of the pipeline gives them another one.
    package var name: String { reason?.rawValue ?? rawValue }

    /// What a user names findings by: their code such as `ats.insecure-http` or `fetch.status`, `fetch.*` for those of a stage,
    /// and `lint.http` or `http` for those of one rule; `nil` for any other text.
    static func key(named text: String) -> String? {
        let own = text.hasPrefix("lint.") ? text : "lint." + text
        if LintCode(rawValue: own) != nil { return own }
        return named.contains { $0.name == text } || passedOn.contains(text) ? text : nil
    }

    /// The codes of the stages whose reasons are passed on, and what the device says of a name.
    static let passedOn: Set<String> = {
        let stages = Set(allCases.flatMap(\.stages))
        let codes = ReasonCode.allCases.filter { stages.contains(String($0.stage)) || $0 == .deviceTypeUnknown }
        return Set(codes.map(\.rawValue))
    }()
}

extension LintFinding {
    /// Whether one of the keys of `LintCode.key(named:)` names it.
    func isNamed(in keys: [String: String]) -> Bool {
        guard !keys.isEmpty else { return false }
        if keys[code.rawValue] != nil || keys[name] != nil { return true }
        return name.firstIndex(of: ".").map { keys[name[..<$0] + ".*"] != nil } ?? false
    }

    /// Whether a reason of the pipeline says the same, so that a report with both says it once.
    ///
    /// The pipeline stops at the first stage that refuses a payload. So the findings whose reasons come from a later stage
    /// are what explains the rest of the payload.
    func restates(_ said: ReasonCode) -> Bool {
        if said == reason || code.reason == said { return true }
        return switch code {
        case .payloadRejected, .urlInvalid, .typeMismatch, .mediaBroken, .fetchFailed, .notFetched:
            code.stages.contains(String(said.stage))
        case .requestLoss: said == .payloadRequestUnknown
        case .testHost: said == .urlHostLocal || said == .egressAddressDenied || said == .fetchHostNotFound
        case .webP, .svg, .heic, .mov, .formatUnsupported:
            said == .typeExtensionUnsupported || said == .typeUnsupported || said == .deviceTypeUnknown
        case .noExtension, .extensionInQuery: said == .deviceTypeUnknown
        case .mediaTooLarge: said == .deviceTooLarge
        case .mediaKeyMisspelt: said == .gateMediaUnread || said == .gateMediaKeyMisplaced
        default: false
        }
    }
}

extension LintCode {
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
        // Of several files one may be shown and another not.
        let isShown = result.outcome == .attached && result.media.count == 1
        // A policy that does not say how the extension names the file settles nothing about a URL without a name.
        let namesFile = result.device != nil
        let kept = findings.filter { finding in
            guard finding.severity >= severity, !result.reasons.contains(where: { finding.restates($0.code) })
            else { return false }
            // A file that was loaded comes from no host of an example, and one that is shown needs no other name.
            if isLoaded, finding.code == .testHost { return false }
            if isShown, !namesFile, finding.code.needsName { return true }
            return !isShown || !finding.code.isNaming
        }
        return [LintSeverity.error, .warning, .note].flatMap { severity in kept.filter { $0.severity == severity } }
    }
}

extension LintCode {
    /// Whether it is about a name that some extension reads and another does not: settled where the file is shown.
    fileprivate var isNaming: Bool {
        switch self {
        case .noExtension, .extensionInQuery, .extensionCase, .query, .contentType, .redirect: true
        default: isFormatOfName
        }
    }

    /// Whether it is about the format that the name in a URL promises.
    var isFormatOfName: Bool {
        switch self {
        case .webP, .svg, .heic, .mov, .formatUnsupported, .audio: true
        default: false
        }
    }

    /// Whether it is about a URL whose path names no type, so that the app's own naming decides.
    fileprivate var needsName: Bool { self == .noExtension || self == .extensionInQuery }
}
