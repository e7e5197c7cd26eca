/// The stable name of a reason. Codes are an API: all are listed in this file and none is reused.
///
/// Each entry defines the meaning, the severity, whether a retry can succeed, and the error a device would log.
public struct ReasonCode: Hashable, Sendable, CustomStringConvertible {
    /// What is fixed for a code; results are copied often, and so a code is one reference.
    private final class Definition: Sendable {
        let rawValue: String
        let severity: Severity
        let isPermanent: Bool
        let apple: AppleError?
        let stageName: StageName

        init(_ rawValue: String, _ severity: Severity, isPermanent: Bool, _ apple: AppleError?) {
            self.rawValue = rawValue
            self.severity = severity
            self.isPermanent = isPermanent
            self.apple = apple
            stageName = StageName(ofCodesThatBeginWith: rawValue.prefix { $0 != "." })
        }
    }

    private let definition: Definition

    /// The code as written in results, `stage.kebab-code`.
    public var rawValue: String { definition.rawValue }

    /// The default severity of a reason of this code.
    public var severity: Severity { definition.severity }

    /// Whether a later retry cannot succeed, by default.
    public var isPermanent: Bool { definition.isPermanent }

    /// The error a device would log, by default.
    public var apple: AppleError? { definition.apple }

    /// The code as written in results.
    public var description: String { rawValue }

    /// The stage that reports this code: the part before the full stop.
    public var stage: Substring { rawValue.prefix { $0 != "." } }

    /// The stage that usually reports this code; `Reason.stage` is the one that did.
    package var stageName: StageName { definition.stageName }

    /// Compares the names.
    public static func == (left: ReasonCode, right: ReasonCode) -> Bool {
        left.definition === right.definition || left.rawValue == right.rawValue
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// The media is not shown, and a retry has the same result.
    private static func block(_ code: String, _ apple: AppleError? = nil) -> ReasonCode {
        ReasonCode(definition: Definition(code, .block, isPermanent: true, apple))
    }

    /// The media is not shown now, and a retry may succeed.
    private static func transient(_ code: String, _ apple: AppleError? = nil) -> ReasonCode {
        ReasonCode(definition: Definition(code, .block, isPermanent: false, apple))
    }

    private static func warning(_ code: String) -> ReasonCode {
        ReasonCode(definition: Definition(code, .warning, isPermanent: true, nil))
    }

    private static func note(_ code: String) -> ReasonCode {
        ReasonCode(definition: Definition(code, .note, isPermanent: true, nil))
    }
}

// MARK: - Payload: is this a deliverable push?

extension ReasonCode {
    /// The input could not be read.
    public static let payloadUnreadable = transient("payload.unreadable")
    /// The input is empty.
    public static let payloadEmpty = block("payload.empty")
    /// The input is not RFC 8259 JSON.
    public static let payloadInvalidJSON = block("payload.invalid-json")
    /// An object has the same key twice.
    public static let payloadDuplicateKey = block("payload.duplicate-key")
    /// Arrays and objects nest deeper than 512.
    public static let payloadTooDeep = block("payload.too-deep")
    /// The JSON value is not an object.
    public static let payloadNotObject = block("payload.not-object")
    /// The payload has no `aps` dictionary.
    public static let payloadNoAPS = block("payload.no-aps")
    /// The JSON is not what a phone receives, so nothing can be judged.
    public static let payloadNotAPayload = block("payload.not-a-payload")
    /// The payload is over Apple's 4096 bytes.
    public static let payloadTooLarge = block("payload.too-large")
    /// The payload is over 4096 bytes only because of white space.
    public static let payloadRawTooLarge = warning("payload.raw-too-large")
    /// A member of the envelope has the wrong form.
    public static let payloadInvalidEnvelope = block("payload.invalid-envelope")
    /// The envelope has a member that is not read.
    public static let payloadUnknownMember = note("payload.unknown-member")
    /// APNs would refuse a header of the envelope.
    public static let payloadInvalidHeader = warning("payload.invalid-header")
    /// A member of `aps` has a type iOS ignores.
    public static let payloadIgnoredValue = warning("payload.ignored-value")
    /// A part of a request to a push service reaches the phone in another form, or not at all.
    public static let payloadRequestLoss = warning("payload.request-loss")
    /// A part of the payload that a push service builds is known only to the service.
    public static let payloadRequestUnknown = note("payload.request-unknown")
    /// The push service refuses the request, so no phone receives a push.
    public static let payloadRequestRefused = block("payload.request-refused")
    /// The text is the output of a program or a command, from which the payload was read.
    public static let payloadConsoleText = note("payload.console-text")
}

// MARK: - Gate: would iOS start the extension, and does the payload name media?

extension ReasonCode {
    /// No visible alert, so the extension is not started.
    public static let gateNoAlert = block("gate.no-alert")
    /// `mutable-content` is absent or off.
    public static let gateMutableContentMissing = block("gate.mutable-content-missing")
    /// `mutable-content` has an undocumented value, which iOS reads as on.
    public static let gateMutableContentUnusual = warning("gate.mutable-content-unusual")
    /// Background pushes never reach the extension.
    public static let gateBackgroundPush = block("gate.background-push")
    /// The vendor's extension needs a key that is missing.
    public static let gateVendorKeyMissing = block("gate.vendor-key-missing")
    /// The payload names no media.
    public static let gateNoMedia = note("gate.no-media")
    /// A media key is not where the extension reads it.
    public static let gateMediaKeyMisplaced = block("gate.media-key-misplaced")
    /// The payload holds a media URL that no policy in use reads.
    public static let gateMediaUnread = warning("gate.media-unread")
    /// A media key holds something other than a URL string, or the vendor's extension cannot decode a value next to it.
    public static let gateMediaValueUnusable = block("gate.media-value-unusable")
    /// The payload names more media than Attache checks.
    public static let gateTooManyMedia = warning("gate.too-many-media")
    /// This vendor's extension does not answer, and the push appears after 30 s.
    public static let gateHandlerNotCalled = block("gate.handler-not-called")
    /// The payload carries media keys of several vendors.
    public static let gateSeveralPolicies = warning("gate.several-policies")
}

// MARK: - URL form

extension ReasonCode {
    /// The URL cannot be used as written.
    public static let urlInvalid = block("url.invalid", .url(-1000))
    /// Only http and https media are downloaded.
    public static let urlScheme = block("url.scheme", .url(-1002))
    /// The URL carries a user name or password.
    public static let urlCredentials = block("url.credentials")
    /// Media may not be fetched from this port.
    public static let urlPort = block("url.port")
    /// The host is a local or internal name.
    public static let urlHostLocal = block("url.host-local")
    /// The URL is longer than 8 KiB.
    public static let urlTooLong = block("url.too-long")
}

// MARK: - Egress: what this machine may connect to

extension ReasonCode {
    /// The address is not public unicast.
    public static let egressAddressDenied = block("egress.address-denied")
    /// The name resolves to allowed and denied addresses.
    public static let egressMixedAnswers = block("egress.mixed-answers")
    /// The operator denies this host.
    public static let egressHostDenied = block("egress.host-denied")
}

// MARK: - App Transport Security

extension ReasonCode {
    /// ATS blocks http.
    public static let atsInsecureHTTP = block("ats.insecure-http", .url(-1022))
    /// http is admitted because the destination is local.
    public static let atsLocalHTTP = note("ats.local-http")
    /// The URL is http, but the device loads it by https.
    public static let atsUpgraded = note("ats.upgraded")
    /// The TLS version is below the minimum of ATS.
    public static let atsTLSVersion = block("ats.tls-version", .url(-1200, stream: -9836))
    /// The cipher suite has no forward secrecy.
    public static let atsForwardSecrecy = block("ats.forward-secrecy", .url(-1200, stream: -9824))
    /// ATS does not accept the cipher suite.
    public static let atsCipherSuite = block("ats.cipher-suite", .url(-1200, stream: -9824))
    /// The certificate's key or signature is too weak.
    public static let atsCertificateStrength = block("ats.certificate-strength", .url(-1200))
    /// No pinned key is in the presented chain.
    public static let atsPinMismatch = block("ats.pin-mismatch", .url(-1200, stream: -9802))
    /// No certificate timestamps were presented.
    public static let atsCertificateTransparency = note("ats.certificate-transparency")
    /// The ATS dictionary has a key that Apple does not define.
    public static let atsUnknownKey = warning("ats.unknown-key")
}

// MARK: - The receiving device's network

extension ReasonCode {
    /// The device is offline.
    public static let networkOffline = transient("network.offline", .url(-1009))
    /// Low Data Mode keeps the extension from downloading.
    public static let networkLowData = transient("network.low-data", .url(-1009))
    /// The extension skips this kind of media on cellular.
    public static let networkCellularSkip = block("network.cellular-skip")
    /// The device's link is too slow for the extension's time.
    public static let networkDeviceTooSlow = transient("network.device-too-slow", .url(-1001))
}

// MARK: - Fetch

extension ReasonCode {
    /// The name does not exist.
    public static let fetchHostNotFound = block("fetch.host-not-found", .url(-1003))
    /// The name could not be resolved now.
    public static let fetchResolveFailed = transient("fetch.resolve-failed", .url(-1003))
    /// No connection could be made.
    public static let fetchConnect = transient("fetch.connect", .url(-1004))
    /// The connection broke.
    public static let fetchConnectionLost = transient("fetch.connection-lost", .url(-1005))
    /// No secure connection could be made.
    public static let fetchTLS = block("fetch.tls", .url(-1200))
    /// The certificate is not trusted.
    public static let fetchCertificate = block("fetch.certificate", .url(-1202))
    /// This machine has no free socket; the host is not at fault.
    public static let fetchNoSocket = transient("fetch.no-socket")
    /// The host failed several times in a row, and is skipped for a while.
    public static let fetchHostCooling = transient("fetch.host-cooling", .url(-1004))
    /// The stapled OCSP response reports the certificate as revoked.
    public static let fetchCertificateRevoked = note("fetch.certificate-revoked")
    /// The extension's time limit, or a shorter one of the caller, ran out.
    public static let fetchDeadline = transient("fetch.deadline", .url(-1001))
    /// The caller cancelled or disconnected.
    public static let fetchCancelled = transient("fetch.cancelled", .url(-999))
    /// The origin stopped sending.
    public static let fetchStalled = transient("fetch.stalled", .url(-1001))
    /// More than 16 redirects.
    public static let fetchRedirects = block("fetch.redirects", .url(-1007))
    /// The target of a redirect is not usable.
    public static let fetchRedirectInvalid = block("fetch.redirect-invalid", .url(-1010))
    /// The origin's status is not a success.
    public static let fetchStatus = block("fetch.status")
    /// The vendor's extension would have saved the error page.
    public static let fetchStatusIgnored = note("fetch.status-ignored")
    /// The body is encoded although no encoding was requested.
    public static let fetchEncodedBody = block("fetch.encoded-body")
    /// Fewer bytes arrived than were announced.
    public static let fetchTruncated = transient("fetch.truncated", .url(-1005))
    /// The body has no bytes.
    public static let fetchEmpty = block("fetch.empty", .url(-1014))
    /// The response's header is too large.
    public static let fetchHeadersTooLarge = block("fetch.headers-too-large")
    /// The response is not well-formed HTTP.
    public static let fetchBadFraming = block("fetch.bad-framing", .url(-1017))
    /// The first attempt failed and a second was made.
    public static let fetchRetried = note("fetch.retried")
}

// MARK: - Type

extension ReasonCode {
    /// iOS has no attachment type for this extension.
    public static let typeExtensionUnsupported = block("type.extension-unsupported", .notification(101))
    /// iOS attaches no media of this type.
    public static let typeUnsupported = block("type.unsupported", .notification(101))
    /// The bytes are of another kind than the file name says.
    public static let typeMismatch = block("type.mismatch")
    /// The file ends before its container does.
    public static let typeIncomplete = block("type.incomplete")
    /// The file extension named another type of the same kind.
    public static let typeExtensionCorrected = warning("type.extension-corrected")
    /// Bytes follow the end of the container.
    public static let typeTrailingBytes = warning("type.trailing-bytes")
    /// iOS does not play the file's codec.
    public static let typeCodec = warning("type.codec")
    /// The container is irregular, but decoders read it.
    public static let typeIrregular = warning("type.irregular")
    /// The picture is over 50 megapixels.
    public static let typeTooManyPixels = block("type.too-many-pixels")
    /// The animation is over 2,000 frames.
    public static let typeTooManyFrames = block("type.too-many-frames")
    /// A device would refuse the file, which was repaired.
    public static let typeRepaired = warning("type.repaired")
    /// The file could not be repaired.
    public static let typeRepairFailed = note("type.repair-failed")
    /// The second check of the type failed.
    public static let typeInspectorFailed = transient("type.inspector-failed")
}

// MARK: - Size

extension ReasonCode {
    /// The file is over the limit of its kind.
    public static let sizeTooLarge = block("size.too-large", .notification(102))
    /// The file is over the limit if a megabyte is 10^6 bytes.
    public static let sizeBorderline = warning("size.borderline")
}

// MARK: - Attach

extension ReasonCode {
    /// The file could not be stored.
    public static let attachStoreFailed = transient("attach.store-failed", .notification(104))
    /// The store has no room now: its limit is reached, or its disk is full.
    public static let attachStoreFull = transient("attach.store-full", .notification(104))
    /// The verified file could not be copied to the object store.
    public static let attachUploadFailed = transient("attach.upload-failed")
    /// The outgoing payload keeps the origin's URL, although its media have a copy.
    public static let attachRehostSkipped = warning("attach.rehost-skipped")
}

// MARK: - Device: what the receiver's extension and iOS make of verified media

extension ReasonCode {
    /// The receiver's extension gives the file a name or type that iOS does not attach.
    public static let deviceTypeUnknown = block("device.type-unknown", .notification(101))
    /// The file is too large for the kind of media that its name on the device says.
    public static let deviceTooLarge = block("device.too-large", .notification(102))
    /// The receiver's extension does not load or keep the file.
    public static let deviceNotLoaded = block("device.not-loaded")
    /// The name and the bytes are of different kinds, so iOS attaches the file and draws nothing.
    public static let deviceNotDrawn = block("device.not-drawn", .notification(105))
    /// The receiver's extension shows all media of a push or none.
    public static let deviceAllOrNothing = block("device.all-or-nothing")
    /// The media take longer than the receiver's extension has.
    public static let deviceTooLate = transient("device.too-late", .url(-1001))
    /// The payload names the original file, which the device does not show, and not its repaired copy.
    public static let deviceUnsentCopy = block("device.unsent-copy")
}

// MARK: - Lint

extension ReasonCode {
    /// Media and action buttons in one push: only the thumbnail shows.
    public static let lintMediaWithActions = warning("lint.media-with-actions")
}
