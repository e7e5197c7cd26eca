/// What a vendor's extension does on the device with a push of its dialect.
///
/// It is data of the policy file. It decides nothing about what Attache sends: that is the matter of the other sections.
package struct DeviceRules: Sendable, Equatable {
    /// The source of the rules, from the most to the least certain.
    package enum Certainty: String, Sendable, CaseIterable {
        /// The extension's source was read.
        case code
        /// The source of a former release was read; the present one is closed.
        case formerCode = "code-legacy"
        /// The vendor's sample was read, which apps copy.
        case sample = "code-sample"
        /// Several apps were read.
        case survey = "code-survey"
        /// Only the documentation is public.
        case documentation = "doc"
        /// Reports of users only.
        case unverified
    }

    /// The URL whose name counts.
    package enum Basis: String, Sendable, CaseIterable {
        /// The URL of the payload.
        case original
        /// The URL after redirects.
        case final
    }

    /// The consequence of an extension that is not in `allowed`, or of none.
    package enum UnknownType: String, Sendable, CaseIterable {
        /// The file is attached under this name, and iOS decides.
        case pass
        /// The media file is left out.
        case dropItem = "drop-item"
        /// All media and all text changes are left out.
        case abortAll = "abort-all"
    }

    /// The check of the HTTP status.
    package enum StatusCheck: String, Sendable, CaseIterable {
        /// None: an error page is saved as if it were media.
        case any
        case success = "2xx"
        case ok = "200"
    }

    /// The use of the attachments that the content has already.
    package enum Joining: String, Sendable, CaseIterable {
        case replace
        case append
        case unknown
    }

    /// The content that is delivered when no media file can be attached.
    package enum Failure: String, Sendable, CaseIterable {
        /// The extension's content without media.
        case plain
        /// The content as pushed.
        case original
        /// A text of the payload takes the place of the body.
        case alternativeText = "alternative-text"
        /// A picture of the error; none after a failed transfer.
        case errorPicture = "error-picture"
        /// The handler is not called.
        case hang
    }

    /// The content that is delivered when the extension's time is over.
    package enum Expiry: String, Sendable, CaseIterable {
        case plain
        case original
        /// What has been made by then.
        case best
        /// Buttons without media.
        case buttons = "buttons-only"
        /// The extension does nothing; iOS shows the content as pushed.
        case none
        /// Code of the app decides.
        case app
    }

    /// Texts of the payload that replace those of `aps`.
    package struct Texts: Sendable, Equatable {
        package var title: JSONPath?
        package var subtitle: JSONPath?
        package var body: JSONPath?
        /// Whether they replace them only where all media are attached.
        package var needsSuccess = false
        /// The title where the payload has none.
        package var defaultTitle: String?
        /// The body where the payload has none.
        package var defaultBody: String?

        package init() {}

        package var isEmpty: Bool { title == nil && subtitle == nil && body == nil }
    }

    /// A fact of certain releases.
    package struct Quirk: Sendable, Equatable {
        /// The releases, such as `before 7.1`.
        package var versions: String
        package var effect: String

        package init(versions: String, effect: String) {
            self.versions = versions
            self.effect = effect
        }
    }

    /// The vendor's name for people.
    package var vendor = ""
    package var certainty = Certainty.unverified
    /// Ways to name the file, tried in order.
    package var naming: [NamingRule] = []
    package var basis = Basis.original
    /// Whether `allowed` is compared with upper and lower case.
    package var isCaseSensitive = false
    /// The extensions that the extension attaches; `nil` for all.
    package var allowed: [String]?
    /// Whether an extension that is not in `allowed` ends the search for a name.
    package var stopsAtUnlisted = false
    /// Extensions by MIME type.
    package var mime: [String: String] = [:]
    /// Extensions or type identifiers by the type that the payload states.
    package var values: [String: String] = [:]
    package var unknownType = UnknownType.pass
    package var status = StatusCheck.any
    package var isHTTPSOnly = false
    /// Whether white space around the URL is ignored.
    package var trimsURL = false
    /// Whether a text of which iOS makes no URL counts as absent.
    package var dropsInvalidURLs = false
    /// What a text that is no http or https URL names, such as `a file of the app bundle`; `nil` for nothing.
    package var otherURLs: String?

    /// Whether a text is a path of the place that `otherURLs` names, which only the app can complete.
    package func isElsewhere(_ text: String) -> Bool {
        otherURLs != nil && text.hasPrefix("/") && !text.hasPrefix("//")
    }

    /// Whether nothing is loaded in Low Data Mode.
    package var skipsLowData = false
    /// The announced length in bytes above which a load is cancelled.
    package var lengthLimit: Int?
    /// The time of one attempt to load a media file; `nil` for that of iOS.
    package var totalTime: Duration?
    /// The time without a byte.
    package var idleTime: Duration?
    /// Whether several media are loaded at the same time.
    package var loadsTogether = false
    /// Number of attempts of one load.
    package var tries = 1
    package var joining = Joining.replace
    /// Whether one failing media file makes all fail.
    package var isAllOrNothing = false
    package var failure = Failure.plain
    /// The path of the text for `.alternativeText`.
    package var alternativeText: JSONPath?
    package var expiry = Expiry.app
    package var texts = Texts()
    /// What else the extension changes, one sentence each.
    package var changes: [String] = []
    package var quirks: [Quirk] = []
    /// What is not certain, one sentence each; every verdict repeats it.
    package var doubts: [String] = []

    package init() {}
}
