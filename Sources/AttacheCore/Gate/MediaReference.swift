/// One media URL of a payload, with the place it stands in.
package struct MediaReference: Sendable, Equatable {
    /// The URL as it stands in the payload, escapes decoded.
    package var text: String
    /// Where it stands, as a normalised JSONPath.
    package var location: String
    /// The dialect's type hint, where the payload has one.
    package var typeHint: String?

    /// Creates a reference.
    ///
    /// - Parameters:
    ///   - text: The URL as it stands in the payload.
    ///   - location: Where it stands.
    ///   - typeHint: The dialect's type hint.
    package init(text: String, location: String, typeHint: String? = nil) {
        self.text = text
        self.location = location
        self.typeHint = typeHint
    }
}
