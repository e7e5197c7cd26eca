/// A rule of lint. Its name is an API: all are listed in this file and none is reused.
///
/// A finding that the pipeline has a reason for carries the code of the reason (`reason`), and any other one the rule's name. Of the
/// rules with one code the first one describes it in lists, so it is the most general.
/// The texts are in `LintCode+Texts.swift`, one row for each code.
package enum LintCode: String, Sendable, CaseIterable {
    // MARK: The payload and its envelope
    case payloadRejected = "lint.payload-rejected"
    case duplicateKey = "lint.duplicate-key"
    case payloadNearLimit = "lint.payload-near-limit"
    case ignoredValue = "lint.ignored-value"
    case apsKeyMisspelt = "lint.aps-key-misspelt"
    case apsKeyUnknown = "lint.aps-key-unknown"
    case headerInvalid = "lint.header-invalid"
    case collapseIDTooLong = "lint.collapse-id-too-long"
    case requestLoss = "lint.request-loss"
    case consoleText = "lint.console-text"
    // MARK: What starts the extension
    case mutableContentMissing = "lint.mutable-content-missing"
    case mutableContentMisplaced = "lint.mutable-content-misplaced"
    case mutableContentText = "lint.mutable-content-text"
    case mutableContentOff = "lint.mutable-content-off"
    case noAlert = "lint.no-alert"
    case backgroundPush = "lint.background-push"
    // MARK: Media keys
    case mediaKeyMisplaced = "lint.media-key-misplaced"
    case mediaKeyInAPS = "lint.media-key-in-aps"
    case mediaKeyMisspelt = "lint.media-key-misspelt"
    case mediaUnread = "lint.media-unread"
    case mediaNotText = "lint.media-not-text"
    case tooManyMedia = "lint.too-many-media"
    case severalVendors = "lint.several-vendors"
    case vendorKeyMissing = "lint.vendor-key-missing"
    case extensionHangs = "lint.extension-hangs"
    case mediaWithActions = "lint.media-with-actions"
    // MARK: The URL
    case urlSpace = "lint.url-space"
    case urlInvalid = "lint.url-invalid"
    case urlCharacters = "lint.url-characters"
    case placeholder = "lint.placeholder"
    case testHost = "lint.test-host"
    case http = "lint.http"
    case noExtension = "lint.no-extension"
    case extensionInQuery = "lint.extension-in-query"
    case extensionCase = "lint.extension-case"
    case query = "lint.query"
    // MARK: The format that the URL names
    case webP = "lint.webp"
    case svg = "lint.svg"
    case heic = "lint.heic"
    case mov = "lint.mov"
    case formatUnsupported = "lint.format-unsupported"
    case audio = "lint.audio"
    case notPortable = "lint.not-portable"
    case typeContradictsName = "lint.type-contradicts-name"
    // MARK: The text
    case textCut = "lint.text-cut"
    // MARK: The response, with --fetch
    case notFetched = "lint.not-fetched"
    case fetchFailed = "lint.fetch-failed"
    case redirect = "lint.redirect"
    case contentType = "lint.content-type"
    case mediaBroken = "lint.media-broken"
    case typeMismatch = "lint.type-mismatch"
    case mediaTooLarge = "lint.media-too-large"
    case mediaNearLimit = "lint.media-near-limit"
    case memory = "lint.memory"
}

/// The severity of a finding.
package enum LintSeverity: String, Sendable, CaseIterable, Comparable {
    /// Advice; the push works with most apps.
    case note
    /// The push works with some apps or some devices only.
    case warning
    /// The media is not shown, or the push is not delivered.
    case error

    package static func < (left: LintSeverity, right: LintSeverity) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .error: 2
        }
    }
}

extension LintCode {
    /// The usual severity; a policy that refuses what others take makes it an error.
    package var severity: LintSeverity {
        switch self {
        case .payloadRejected, .duplicateKey, .collapseIDTooLong, .headerInvalid, .mutableContentMissing,
            .mutableContentMisplaced, .mutableContentOff, .noAlert, .backgroundPush, .mediaKeyInAPS, .mediaNotText,
            .vendorKeyMissing, .extensionHangs, .urlSpace, .urlInvalid, .placeholder, .http, .webP, .svg,
            .formatUnsupported, .notPortable, .fetchFailed, .typeMismatch, .mediaBroken, .mediaTooLarge:
            .error
        case .payloadNearLimit, .ignoredValue, .apsKeyMisspelt, .apsKeyUnknown, .requestLoss, .mutableContentText,
            .mediaKeyMisplaced, .mediaKeyMisspelt, .mediaUnread, .tooManyMedia, .severalVendors, .mediaWithActions,
            .urlCharacters, .testHost, .noExtension,
            .extensionInQuery, .extensionCase, .heic, .mov, .audio, .typeContradictsName, .redirect, .contentType,
            .mediaNearLimit, .memory:
            .warning
        case .query, .textCut, .notFetched, .consoleText: .note
        }
    }

    /// Whether `--portable` makes it an error: what at least one vendor's extension does not take.
    package var isPortabilityRule: Bool {
        switch self {
        case .http, .noExtension, .extensionInQuery, .extensionCase, .query, .urlCharacters, .heic, .mov, .audio,
            .typeContradictsName, .redirect, .contentType, .mediaNearLimit, .mutableContentText:
            true
        default: false
        }
    }
}
