/// The kind of URL being parsed, which sets the subject of the messages and the code of an invalid form.
package enum URLSubject {
    /// The URL of a payload or of the command line.
    case url
    /// The `Location` field of a redirect.
    case location

    /// The subject of a message.
    package var name: String {
        switch self {
        case .url: "The URL"
        case .location: "The redirect's target"
        }
    }

    /// An invalid form; `predicate` completes a sentence that begins with `name`, without the full stop.
    package func invalid(_ predicate: String, fix: String? = nil) -> Reason {
        let code = self == .url ? ReasonCode.urlInvalid : .fetchRedirectInvalid
        return Reason(code, "\(name) \(predicate).", fix: fix)
    }

    package func tooLong(_ byteCount: Int) -> Reason {
        let code = self == .url ? ReasonCode.urlTooLong : .fetchRedirectInvalid
        return Reason(
            code,
            "\(name) is \(byteCount) bytes long; the limit is \(URLParser.byteLimit).",
            fix: "Use a shorter URL."
        )
    }

    /// An unsupported scheme, shown as written: the grammar allows only harmless characters. Before an at sign it may be
    /// a user name, and is hidden.
    package func scheme(_ scheme: String, of url: [UInt8]) -> Reason {
        let isUser = RedactedURL.hasSign(url[...])
        let shown = isUser ? "…" : scheme.utf8.count > 32 ? "\(scheme.prefix(32))…" : scheme
        return Reason(
            .urlScheme,
            "\(name) has the scheme \(shown); Attache downloads media only over https and http.",
            fix: "Publish the media at an https URL."
        )
    }

    /// A user name or password before the host; neither is shown.
    package var credentials: Reason {
        Reason(
            .urlCredentials,
            "\(name) carries a user name or password before its host.",
            fix: "Remove everything up to the @, and sign the URL instead if the media must not be public."
        )
    }

    /// An invalid port, which is not shown: to another reader it may be a password.
    package var port: Reason {
        Reason(
            .urlPort,
            "\(name) has a port that is not a number from 1 to 65535.",
            fix: "Leave the port out, or use a number from 1 to 65535."
        )
    }
}
