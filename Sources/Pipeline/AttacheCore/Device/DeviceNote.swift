/// A remark on a prediction: what was inferred, and what no source decides.
package struct DeviceNote: Sendable, Hashable {
    /// The stable word, such as `inferred`.
    package let code: String
    /// One sentence.
    package let message: String

    package init(_ code: String, _ message: String) {
        self.code = code
        self.message = message
    }

    static func inferred(_ cause: String) -> DeviceNote { DeviceNote("inferred", cause) }

    static func observedType(_ format: MediaFormat) -> DeviceNote {
        DeviceNote("observed-type", "Apple does not document \(format.typeIdentifier); tested devices attach it.")
    }

    static let borderlineSize = DeviceNote(
        "borderline-size",
        "The size is between the two readings of Apple's limit: devices may refuse it."
    )

    static let mimeHint = DeviceNote(
        "contested",
        "The type hint is a MIME type; iOS asks for a type identifier, and one report has error 101 for it."
    )

    static func atRisk(_ format: MediaFormat, _ claimed: MediaFormat) -> DeviceNote {
        DeviceNote(
            "at-risk",
            "The bytes are \(format.mimeType) under the name of \(claimed.mimeType): some devices may not show them."
        )
    }

    static func notDrawn(_ cause: String) -> DeviceNote {
        DeviceNote(
            "contested",
            "iOS attaches the file by its name, but \(cause): documented is error 105, observed an empty picture."
        )
    }

    static let contradicted = DeviceNote(
        "contested",
        "The file name and the Content-Type contradict each other; Apple's rule for such a name is not public."
    )

    static let statusIgnored = DeviceNote(
        "status-ignored",
        "The extension does not check the status: it saves the error page as if it were media."
    )

    static let unlistedType = DeviceNote("unlisted-type", "The extension finds no type that it attaches.")

    static let unknownResponse = DeviceNote(
        "unknown-response",
        "This machine did not load the media, and the device might: nothing is predicted."
    )

    static func elsewhere(_ place: String?) -> DeviceNote {
        DeviceNote("other-url", "The value names \(place ?? "another place"), which is not known here.")
    }

    static func firstShown(of count: Int) -> DeviceNote {
        DeviceNote("first-shown", "iOS shows the first of the \(count) attachments.")
    }

    static let interrupted = DeviceNote(
        "unknown-response",
        "The time limit given here is shorter than the extension's, and ended the load: nothing is predicted."
    )

    static func uncertain(_ certainty: DeviceRules.Certainty) -> DeviceNote? {
        switch certainty {
        case .code: nil
        case .formerCode:
            DeviceNote("unverified", "The rules are those of a former release; the present one is closed.")
        case .sample: DeviceNote("unverified", "The rules are those of the vendor's sample, which apps may change.")
        case .survey: DeviceNote("unverified", "The rules are those of usual code; the app may have others.")
        case .documentation: DeviceNote("unverified", "The rules are those of the documentation; the code is closed.")
        case .unverified: DeviceNote("unverified", "The rules are reports of users; no code and no document is public.")
        }
    }
}
