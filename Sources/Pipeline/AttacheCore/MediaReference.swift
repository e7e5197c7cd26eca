/// A media URL of a payload and its location in the payload.
package struct MediaReference: Sendable {
    /// The source of URL and location. A match is kept as such, since most payloads never need its text.
    private enum Origin: Sendable {
        case text(String, location: String)
        case match(JSONMatch)
    }

    private let origin: Origin
    /// The media type that the payload states beside the URL, if any.
    package let typeHint: String?

    package init(text: String, location: String, typeHint: String? = nil) {
        origin = .text(text, location: location)
        self.typeHint = typeHint
    }

    /// Creates a reference to a string value of a payload.
    init(_ match: JSONMatch, typeHint: String?) {
        origin = .match(match)
        self.typeHint = typeHint
    }

    /// The URL as written in the payload, escapes decoded.
    package var text: String {
        switch origin {
        case .text(let text, _): text
        case .match(let match): match.value.string ?? ""
        }
    }

    /// The location as a normalised JSONPath.
    package var location: String {
        switch origin {
        case .text(_, let location): location
        case .match(let match): match.location
        }
    }

    /// The location as a JSON Pointer (RFC 6901), such as `/hive/mediaUrl`.
    package var pointer: String {
        switch origin {
        case .text(_, let location):
            (try? JSONPath(parsing: location)).map { JSONPathSegment.pointer(of: $0.segments) } ?? ""
        case .match(let match): match.pointer
        }
    }

    /// Whether the URL is at a JSON Pointer.
    func isAt(_ pointer: String) -> Bool {
        switch origin {
        case .text: self.pointer == pointer
        case .match(let match): match.root.value(at: pointer)?.index == match.value.index
        }
    }

    /// The string of the payload that is the URL; `nil` for a reference that was not found in one.
    var value: JSONValue? {
        guard case .match(let match) = origin else { return nil }
        return match.value
    }

    /// The URL's bytes within the document, when they contain no escapes.
    var plainText: (storage: JSONStorage, range: Range<Int>)? {
        guard case .match(let match) = origin else { return nil }
        return match.value.plainText
    }
}

extension MediaReference: Equatable {
    /// Compares URL, location and hint, independent of `Origin`.
    package static func == (left: MediaReference, right: MediaReference) -> Bool {
        left.text == right.text && left.location == right.location && left.typeHint == right.typeHint
    }
}
