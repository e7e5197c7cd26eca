/// One media URL of a payload, with the place it stands in.
package struct MediaReference: Sendable {
    /// Where URL and place are taken from: most payloads never need them as text.
    private enum Origin: Sendable {
        case text(String, location: String)
        case match(JSONMatch)
    }

    private let origin: Origin
    /// The dialect's type hint, where the payload has one.
    package let typeHint: String?

    /// Creates a reference.
    ///
    /// - Parameters:
    ///   - text: The URL as it stands in the payload.
    ///   - location: Where it stands.
    ///   - typeHint: The dialect's type hint.
    package init(text: String, location: String, typeHint: String? = nil) {
        origin = .text(text, location: location)
        self.typeHint = typeHint
    }

    /// Creates a reference to a string of a payload.
    ///
    /// - Parameters:
    ///   - match: The string.
    ///   - typeHint: The dialect's type hint.
    init(_ match: JSONMatch, typeHint: String?) {
        origin = .match(match)
        self.typeHint = typeHint
    }

    /// The URL as it stands in the payload, escapes decoded.
    package var text: String {
        switch origin {
        case .text(let text, _): text
        case .match(let match): match.value.string ?? ""
        }
    }

    /// Where it stands, as a normalised JSONPath.
    package var location: String {
        switch origin {
        case .text(_, let location): location
        case .match(let match): match.location
        }
    }

    /// The URL's bytes where they stand, when they have no escapes.
    var plainText: (storage: JSONStorage, range: Range<Int>)? {
        guard case .match(let match) = origin else { return nil }
        return match.value.plainText
    }
}

extension MediaReference: Equatable {
    /// Two references are the same when URL, place and hint are, however they are kept.
    package static func == (left: MediaReference, right: MediaReference) -> Bool {
        left.text == right.text && left.location == right.location && left.typeHint == right.typeHint
    }
}
