import AttacheCore
import CurlFetch

/// AWS Signature Version 4 for S3: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
///
/// libcurl can sign too, but differently in each version: that of Debian 12 orders headers wrongly where a name is the
/// beginning of another, as with a KMS key, and signs headers that it then leaves out.
enum RequestSignature {
    /// The digest of an empty body.
    static let emptyDigest = HexText.of(RunningDigest.of([]))

    /// A request to sign: the path and the query are encoded, and the query is in the order of its names.
    struct Subject {
        var method: String
        var authority: String
        var path: String
        var query: String
        var fields: [(name: String, value: String)]
        /// SHA-256 of the body in lower-case hexadecimal.
        var bodyDigest: String
    }

    /// Returns the fields of the subject, and those that sign it at an instant, in seconds since 1970.
    static func fields(
        of subject: Subject,
        _ credentials: AWSCredentials,
        region: String,
        at now: Int
    ) -> [(name: String, value: String)] {
        let instant = AWSTime.text(now)
        let day = String(instant.prefix(8))
        var fields = subject.fields
        fields.append(("x-amz-content-sha256", subject.bodyDigest))
        fields.append(("x-amz-date", instant))
        if let token = credentials.sessionToken { fields.append(("x-amz-security-token", token)) }
        let signed = (fields + [("host", subject.authority)]).map { ($0.0.lowercased(), $0.1) }.sorted { $0.0 < $1.0 }
        let names = signed.map(\.0).joined(separator: ";")
        let canonical =
            [subject.method, subject.path, subject.query].joined(separator: "\n") + "\n"
            + signed.map { "\($0.0):\($0.1)\n" }.joined() + "\n\(names)\n\(subject.bodyDigest)"
        let scope = "\(day)/\(region)/s3/aws4_request"
        let digest = HexText.of(RunningDigest.of(Array(canonical.utf8)))
        let text = "AWS4-HMAC-SHA256\n\(instant)\n\(scope)\n\(digest)"
        var key = Array("AWS4\(credentials.secretKey)".utf8)
        for part in [day, region, "s3", "aws4_request"] { key = MessageCode.of(Array(part.utf8), key: key) }
        let signature = HexText.of(MessageCode.of(Array(text.utf8), key: key))
        fields.append(
            (
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=\(credentials.accessKey)/\(scope), SignedHeaders=\(names), Signature=\(signature)"
            )
        )
        return fields
    }

    /// Encodes a name or a value of a query (RFC 3986, unreserved characters stay).
    static func encoded(_ text: String) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.append(byte)
            default: encoded += Array("%\(HexText.of([byte]).uppercased())".utf8)
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
