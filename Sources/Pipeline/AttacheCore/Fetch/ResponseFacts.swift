/// What a response showed of a media file, from which the behaviour of a device is predicted.
package struct ResponseFacts: Sendable, Equatable {
    /// Limit in bytes of a header value that is kept.
    private static let valueLimit = 1024
    /// Number of first bytes that are kept.
    private static let signatureCount = 16

    /// The URL after redirects.
    package var finalURL: String
    package var status: Int
    /// The header `Content-Type` as received.
    package var contentType: String?
    /// The header `Content-Disposition` as received.
    package var contentDisposition: String?
    /// The announced length in bytes.
    package var declaredLength: Int?
    /// The length in bytes; of a body whose load was ended early, what had arrived.
    package var byteCount: Int
    /// Whether the whole body was received.
    package var isWhole: Bool
    /// The format of the bytes; `nil` when they are none that is known, or did not arrive.
    package var format: MediaFormat?
    /// The first bytes.
    package var signature: [UInt8]
    /// A description of bytes that are no media, such as `an HTML page`.
    package var description: String?

    package init(
        finalURL: String,
        status: Int = 200,
        contentType: String? = nil,
        contentDisposition: String? = nil,
        declaredLength: Int? = nil,
        byteCount: Int = 0,
        isWhole: Bool = false,
        format: MediaFormat? = nil,
        signature: [UInt8] = [],
        description: String? = nil
    ) {
        self.finalURL = finalURL
        self.status = status
        self.contentType = contentType
        self.contentDisposition = contentDisposition
        self.declaredLength = declaredLength
        self.byteCount = byteCount
        self.isWhole = isWhole
        self.format = format
        self.signature = signature
        self.description = description
    }

    /// Takes the facts of a response's head and of what arrived of its body.
    init(_ head: ResponseHead, of url: MediaURL, prefix: [UInt8], byteCount: Int, format: MediaFormat?, isWhole: Bool) {
        func value(_ name: String) -> String? {
            head.values(name).first.map { String(decoding: $0.utf8.prefix(Self.valueLimit), as: UTF8.self) }
        }
        self.init(
            finalURL: url.text,
            status: head.status,
            contentType: value("Content-Type"),
            contentDisposition: value("Content-Disposition"),
            declaredLength: value("Content-Length").flatMap { Int($0) },
            byteCount: byteCount,
            isWhole: isWhole,
            format: format,
            signature: Array(prefix.prefix(Self.signatureCount)),
            description: format == nil && !prefix.isEmpty ? ContentDescription.describe(prefix) : nil
        )
    }

    /// Takes the facts of a complete response.
    init(_ head: ResponseHead, of url: MediaURL, _ body: ReceivedBody) {
        self.init(head, of: url, prefix: body.prefix, byteCount: body.byteCount, format: body.format, isWhole: true)
    }

    /// The length that the device stores: the larger one, since an early end shows only a part.
    package var deviceByteCount: Int { isWhole ? byteCount : max(byteCount, declaredLength ?? 0) }

    /// The MIME type in lower case without its parameters, as `URLResponse` gives it.
    package var mimeType: String? {
        guard let contentType else { return nil }
        let type = contentType.prefix { $0 != ";" }.trimmingSpaces.lowercased()
        return type.isEmpty ? nil : type
    }
}

extension StringProtocol {
    /// The text without spaces and tabs around it.
    var trimmingSpaces: String {
        var text = self[...]
        while let first = text.first, first == " " || first == "\t" { text = text.dropFirst() }
        while let last = text.last, last == " " || last == "\t" { text = text.dropLast() }
        return String(text)
    }
}

extension ResponseFacts {
    private static let formats = Dictionary(uniqueKeysWithValues: MediaFormat.all.map { ($0.name, $0) })

    /// Writes the facts for the index of cached verdicts.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("url", finalURL)
        writer.member("status", status)
        writer.member("type", contentType)
        writer.member("disposition", contentDisposition)
        writer.member("length", declaredLength)
        writer.member("bytes", byteCount)
        writer.member("whole", isWhole ? 1 : 0)
        writer.member("format", format?.name)
        writer.member("signature", HexText.of(signature))
        writer.member("content", description)
        writer.endObject()
    }

    /// Reads facts that `write` wrote; `nil` when a member is missing.
    init?(_ value: JSONValue) {
        guard let url = value["url"]?.string, let status = value["status"]?.integer,
            let byteCount = value["bytes"]?.integer
        else { return nil }
        let digits = Array((value["signature"]?.string ?? "").utf8)
        let signature = stride(from: 0, to: digits.count - digits.count % 2, by: 2).compactMap { place in
            UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16)
        }
        self.init(
            finalURL: url,
            status: status,
            contentType: value["type"]?.string,
            contentDisposition: value["disposition"]?.string,
            declaredLength: value["length"]?.integer,
            byteCount: byteCount,
            isWhole: value["whole"]?.integer == 1,
            format: value["format"]?.string.flatMap { Self.formats[$0] },
            signature: signature,
            description: value["content"]?.string
        )
    }
}
