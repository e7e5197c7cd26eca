/// A remark on a prediction: what was inferred, and what no source decides.
package struct DeviceNote: Sendable, Hashable {
    package let code: DeviceNoteCode
    /// One sentence.
    package let message: String
    /// The change that helps, where one does.
    let fix: String?

    package init(_ code: DeviceNoteCode, _ message: String, fix: String? = nil) {
        self.code = code
        self.message = message
        self.fix = fix
    }

    static func inferred(_ cause: String) -> DeviceNote { DeviceNote(.inferred, cause) }

    /// Whether the prediction lacks a response that the extension looks at.
    package var isInferred: Bool { code == .inferred }

    static func observedType(_ format: MediaFormat) -> DeviceNote {
        DeviceNote(.observedType, "Apple does not document \(format.typeIdentifier); tested devices attach it.")
    }

    static let borderlineSize = DeviceNote(
        .borderlineSize,
        "Apple's limit has two readings, and the size is between them. Devices may refuse the file."
    )

    static let mimeHint = DeviceNote(
        .contested,
        "The type hint is a MIME type, but iOS expects a type identifier. One report shows error 101 for it."
    )

    static func atRisk(_ format: MediaFormat, _ claimed: MediaFormat) -> DeviceNote {
        DeviceNote(
            .atRisk,
            "The file is declared as \(claimed.mimeType), but its bytes are \(format.mimeType). Some devices may not "
                + "show it."
        )
    }

    static func notDrawn(_ cause: String) -> DeviceNote {
        DeviceNote(
            .contested,
            "iOS attaches the file by its name, but \(cause). Apple documents error 105; an empty picture was observed."
        )
    }

    static let contradicted = DeviceNote(
        .contested,
        "The file name and the Content-Type contradict each other. Apple's rule for such a name is not public."
    )

    static let statusIgnored = DeviceNote(
        .statusIgnored,
        "The extension does not check the status: it saves the error page as if it were a media file."
    )

    static let unlistedType = DeviceNote(.unlistedType, "The extension finds no file type that it attaches.")

    static let unknownResponse = DeviceNote(
        .unknownResponse,
        "This machine did not load the media file, but the device might. Nothing is predicted."
    )

    static func elsewhere(_ place: String?) -> DeviceNote {
        DeviceNote(.otherURL, "The value names \(place ?? "another place"), which is not known here.")
    }

    static func firstShown(of count: Int) -> DeviceNote {
        DeviceNote(.firstShown, "iOS shows the first of the \(count) attachments.")
    }

    static let interrupted = DeviceNote(
        .unknownResponse,
        "The time limit given here is shorter than the extension's and ended the download. Nothing is predicted."
    )

    static func uncertain(_ certainty: DeviceRules.Certainty) -> DeviceNote? {
        switch certainty {
        case .code: nil
        case .formerCode:
            DeviceNote(.unverified, "The rules come from a former release; the source of the present one is closed.")
        case .sample: DeviceNote(.unverified, "The rules come from the vendor's sample, which apps may change.")
        case .survey: DeviceNote(.unverified, "The rules come from widely used code; the app's own rules may differ.")
        case .documentation: DeviceNote(.unverified, "The rules come from the documentation; the code is closed.")
        case .unverified:
            DeviceNote(.unverified, "The rules come from reports of users; no code and no documentation is public.")
        }
    }
}

/// The stable words of remarks on a prediction, as results have them.
package enum DeviceNoteCode: String, Sendable {
    case appCode = "app-code"
    case atRisk = "at-risk"
    case borderlineSize = "borderline-size"
    case contested
    case firstShown = "first-shown"
    case httpsOnly = "https-only"
    case inferred
    case lengthLimit = "length-limit"
    case lowData = "low-data"
    case observedType = "observed-type"
    case otherURL = "other-url"
    case skipped
    case status
    case statusIgnored = "status-ignored"
    case unknownResponse = "unknown-response"
    case unlistedType = "unlisted-type"
    case unverified
}
