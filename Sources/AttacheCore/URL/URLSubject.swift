/// What is being parsed, which decides how a refusal speaks of it and which code an unusable form has.
enum URLSubject {
    /// The URL of a payload or of the command line.
    case url
    /// The `Location` field of a redirect.
    case location

    /// The beginning of a sentence about it.
    var name: String {
        switch self {
        case .url: "The URL"
        case .location: "The redirect's target"
        }
    }

    /// Refuses the form as a whole.
    ///
    /// - Parameters:
    ///   - predicate: The rest of a sentence that begins with `name`, without its full stop.
    ///   - fix: What the sender can change.
    /// - Returns: The refusal.
    func invalid(_ predicate: String, fix: String? = nil) -> Reason {
        let code = self == .url ? ReasonCode.urlInvalid : .fetchRedirectInvalid
        return Reason(code, "\(name) \(predicate).", fix: fix)
    }

    /// Refuses the length.
    ///
    /// - Parameter byteCount: The length in bytes.
    /// - Returns: The refusal.
    func tooLong(_ byteCount: Int) -> Reason {
        let code = self == .url ? ReasonCode.urlTooLong : .fetchRedirectInvalid
        return Reason(
            code,
            "\(name) is \(byteCount) bytes long; the limit is \(URLParser.byteLimit).",
            fix: "Use a shorter URL."
        )
    }

    /// Refuses the scheme.
    ///
    /// - Parameter scheme: The scheme as written; grammar keeps it to harmless characters.
    /// - Returns: The refusal.
    func scheme(_ scheme: String) -> Reason {
        let shown = scheme.utf8.count > 32 ? "\(scheme.prefix(32))…" : scheme
        return Reason(
            .urlScheme,
            "\(name) has the scheme \(shown); media are downloaded by https and http only.",
            fix: "Publish the media at an https URL."
        )
    }

    /// Refuses a user name or password before the host; neither is shown.
    var credentials: Reason {
        Reason(
            .urlCredentials,
            "\(name) carries a user name or password before its host.",
            fix: "Remove everything up to the @, and sign the URL instead if the media must not be public."
        )
    }

    /// Refuses the port.
    ///
    /// - Parameter text: The port as written.
    /// - Returns: The refusal.
    func port(_ text: ArraySlice<UInt8>) -> Reason {
        Reason(
            .urlPort,
            "\(name) has the port \(EscapedText.escaping(text)), which is not a number from 1 to 65535.",
            fix: "Leave the port out, or use a number from 1 to 65535."
        )
    }
}
