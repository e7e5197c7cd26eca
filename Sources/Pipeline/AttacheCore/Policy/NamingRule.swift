/// A way in which an extension chooses the local file's extension, or the type hint of the attachment.
package enum NamingRule: Sendable, Hashable {
    /// The extension of the response's suggested file name.
    case suggestedName
    /// The text after `image/` in the Content-Type.
    case mimeImageSubtype
    /// The preferred extension of the Content-Type's type identifier.
    case mimeType
    /// The policy's table of MIME types.
    case mimeMap
    /// The extension of the URL's path.
    case url
    /// The extension of the URL's path, for a response without a Content-Type.
    case urlWithoutType
    /// The extension of the URL's whole text, its query included.
    case urlText
    /// Everything after the last full stop of the URL's text.
    case afterLastDot
    /// The URL's last path component as the file's name, when it ends in an extension of the list.
    case nameSuffix
    /// The extension of the value of one query item.
    case query(String)
    /// The extension of the value of any query item, the last first.
    case queryAny
    /// The type that the payload states, as it is.
    case payloadType
    /// The policy's table of types that the payload states.
    case payloadValue
    /// Everything after the last slash of the Content-Type header.
    case mimeTail
    /// The format of the bytes.
    case bytes
    /// Always the same extension.
    case fixed(String)
    /// A type hint from the type that the payload states, as it is.
    case hintPayloadType
    /// A type hint from the policy's table; a type that it does not have is used as it is.
    case hintPayloadValue
    /// A type hint from an extension, a MIME type or a type identifier that the payload states.
    case hintPayloadIdentifier
    /// A type hint from the Content-Type.
    case hintMIMEType
    /// A type hint from the first bytes.
    case hintBytes
}

extension NamingRule {
    /// The rules without a parameter and their words in policy files.
    package static let words: [(word: String, rule: NamingRule)] = [
        ("suggested-name", .suggestedName), ("mime-image-subtype", .mimeImageSubtype), ("mime-type", .mimeType),
        ("mime-map", .mimeMap), ("url", .url), ("url-without-type", .urlWithoutType), ("url-text", .urlText),
        ("after-last-dot", .afterLastDot),
        ("name-suffix", .nameSuffix), ("query-any", .queryAny), ("payload-type", .payloadType),
        ("payload-value", .payloadValue), ("mime-tail", .mimeTail), ("bytes", .bytes),
        ("hint:payload-type", .hintPayloadType), ("hint:payload-value", .hintPayloadValue),
        ("hint:payload-identifier", .hintPayloadIdentifier), ("hint:mime-type", .hintMIMEType),
        ("hint:bytes", .hintBytes),
    ]

    /// Reads a word of a policy file; `nil` for an unknown one.
    package init?(word: String) {
        if let known = Self.words.first(where: { $0.word == word }) {
            self = known.rule
        } else if word.hasPrefix("query:"), word.utf8.count > 6 {
            self = .query(String(word.dropFirst(6)))
        } else if word.hasPrefix("fixed:"), word.utf8.count > 6 {
            self = .fixed(String(word.dropFirst(6)))
        } else {
            return nil
        }
    }

    /// The word in policy files.
    package var word: String {
        switch self {
        case .query(let name): "query:\(name)"
        case .fixed(let name): "fixed:\(name)"
        default: Self.words.first { $0.rule == self }?.word ?? ""
        }
    }

    /// Whether the rule needs the response.
    package var needsResponse: Bool {
        switch self {
        case .suggestedName, .mimeImageSubtype, .mimeType, .mimeMap, .mimeTail, .bytes, .urlWithoutType, .hintMIMEType,
            .hintBytes:
            true
        default: false
        }
    }
    /// Whether the rule can take the name from the URL.
    package var readsURL: Bool {
        switch self {
        case .url, .urlWithoutType, .urlText, .afterLastDot, .nameSuffix, .query, .queryAny, .suggestedName: true
        default: false
        }
    }
}
