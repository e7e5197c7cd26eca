/// The file name that `URLResponse.suggestedFilename` of iOS gives.
///
/// Foundation on Linux has another rule. Apple documents the order: the name of the Content-Disposition, the last path
/// component of the final URL, the host, `unknown`; and that an extension for the MIME type is usually appended.
package enum SuggestedFileName {
    /// Limit of a name in bytes, that of the file system.
    private static let limit = 255

    /// Returns the name of a response, with an extension where the name or the MIME type has one.
    package static func name(of facts: ResponseFacts) -> String { name(of: facts, DeviceURL(facts.finalURL)) }

    /// The same with the final URL, where it is read.
    static func name(of facts: ResponseFacts, _ url: DeviceURL?) -> String {
        let (name, fileExtension) = base(of: facts, url)
        if fileExtension != nil, !isAppended(to: fileExtension, facts) { return name }
        return facts.mimeType.flatMap(MIMEType.named).map { "\(name).\($0.suggestedExtension)" } ?? name
    }

    /// Whether the type's extension is appended to one that is not known, as that of `download.php`.
    ///
    /// Which names Apple's "usually" means is not public, so that a prediction from it is contested.
    static func isAppended(to facts: ResponseFacts, _ url: DeviceURL?) -> Bool {
        isAppended(to: base(of: facts, url).fileExtension, facts)
    }

    private static func isAppended(to fileExtension: String?, _ facts: ResponseFacts) -> Bool {
        guard let fileExtension, !MIMEType.isKnown(fileExtension), let type = facts.mimeType else { return false }
        return ["image/", "video/", "audio/"].contains(where: type.hasPrefix) && MIMEType.named(type) != nil
    }

    /// The name before an extension is appended, and the extension that it has.
    private static func base(of facts: ResponseFacts, _ url: DeviceURL?) -> (name: String, fileExtension: String?) {
        let stated = facts.contentDisposition.flatMap(ContentDisposition.fileName)
        let component = url?.lastPathComponent ?? ""
        let base: String
        // The full stops of a host separate labels.
        var hasExtension = true
        if let stated {
            base = stated
        } else if !component.isEmpty {
            base = component
        } else {
            base = url.map(\.host).flatMap { $0.isEmpty ? nil : $0 } ?? "unknown"
            hasExtension = false
        }
        let bytes = base.utf8.prefix(limit).map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0 }
        let name = String(decoding: bytes, as: UTF8.self)
        return (name, hasExtension ? DeviceURL.pathExtension(of: name) : nil)
    }
}

/// The header `Content-Disposition` (RFC 6266).
package enum ContentDisposition {
    /// Returns the file name of a header value: of `filename*` (RFC 8187), otherwise of `filename`; `nil` without a
    /// usable one.
    package static func fileName(_ header: String) -> String? {
        var plain: String?
        var extended: String?
        for (name, value) in parameters(header) {
            switch name {
            case "filename" where plain == nil: plain = value
            case "filename*" where extended == nil: extended = decoded(value)
            default: break
            }
        }
        return [extended, plain].compactMap(\.self).first { name in
            // A name of full stops is a directory.
            name.contains { $0 != "." && $0 != " " }
        }
    }

    /// The parameters after the disposition's type, names in lower case.
    private static func parameters(_ header: String) -> [(name: String, value: String)] {
        var parameters: [(String, String)] = []
        let bytes = Array(header.utf8)
        var place = bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.endIndex
        while place < bytes.endIndex {
            place += 1
            let start = place
            while place < bytes.endIndex, bytes[place] != UInt8(ascii: "="), bytes[place] != UInt8(ascii: ";") {
                place += 1
            }
            let name = String(decoding: bytes[start..<place], as: UTF8.self).trimmingSpaces.lowercased()
            guard place < bytes.endIndex, bytes[place] == UInt8(ascii: "=") else { continue }
            place += 1
            while place < bytes.endIndex, bytes[place] == JSONByte.space { place += 1 }
            parameters.append((name, value(bytes, &place)))
            while place < bytes.endIndex, bytes[place] != UInt8(ascii: ";") { place += 1 }
        }
        return parameters
    }

    /// Reads a token or a quoted string.
    private static func value(_ bytes: [UInt8], _ place: inout Int) -> String {
        guard place < bytes.endIndex, bytes[place] == JSONByte.quote else {
            let start = place
            while place < bytes.endIndex, bytes[place] != UInt8(ascii: ";") { place += 1 }
            return String(decoding: bytes[start..<place], as: UTF8.self).trimmingSpaces
        }
        place += 1
        var text: [UInt8] = []
        while place < bytes.endIndex, bytes[place] != JSONByte.quote {
            if bytes[place] == JSONByte.backslash, place + 1 < bytes.endIndex { place += 1 }
            text.append(bytes[place])
            place += 1
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes `charset'language'value` in UTF-8 or ISO 8859-1.
    private static func decoded(_ text: String) -> String? {
        let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let value = Array(parts[2].utf8)
        guard let bytes = PercentEncoding.decoding(value[...]) else { return nil }
        switch parts[0].lowercased() {
        case "utf-8": return String(validating: bytes, as: UTF8.self)
        case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: return nil
        }
    }
}
