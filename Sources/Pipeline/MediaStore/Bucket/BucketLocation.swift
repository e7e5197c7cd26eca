package import AttacheCore

/// A bucket of an S3-compatible service, the prefix of our keys in it, and how objects are written.
package struct BucketLocation: Sendable, Equatable {
    package let bucket: String
    /// The beginning of our keys: empty, or with a slash at its end.
    package let prefix: String
    package let region: String
    package let scheme: String
    /// Host and port, as the request names them.
    package let authority: String
    /// The path before the key.
    let basePath: String
    /// The server-side encryption, such as `AES256` or `aws:kms`; `nil` for the bucket's.
    package let encryption: String?
    /// The key of `aws:kms`; `nil` for the bucket's.
    package let encryptionKey: String?
    /// The canned ACL of objects, such as `public-read`; `nil` for none.
    package let accessControl: String?

    /// What the operator configures.
    package struct Options: Sendable {
        /// `s3://BUCKET` or `s3://BUCKET/PREFIX`.
        package var store: String
        /// The URL of the service; `nil` for that of AWS in the region.
        package var endpoint: String?
        package var region: String
        /// Whether the bucket is in the path and not in the host.
        package var isPathStyle = false
        /// `AES256`, `aws:kms` or `aws:kms:KEY`.
        package var encryption: String?
        package var accessControl: String?

        package init(store: String, region: String) {
            self.store = store
            self.region = region
        }
    }

    /// Checks the options; throws every problem.
    package init(_ options: Options) throws(ConfigurationError) {
        var problems: [String] = []
        let rest = options.store.hasPrefix("s3://") ? options.store.dropFirst(5) : ""
        let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let bucket = String(parts.first ?? "")
        var prefix = parts.count > 1 ? String(parts[1]) : ""
        if !prefix.isEmpty, !prefix.hasSuffix("/") { prefix += "/" }
        if !Self.isBucket(bucket) || !Self.isPrefix(prefix) {
            problems.append(
                "media-store: invalid bucket \"\(options.store)\"; use s3://BUCKET/PREFIX, and letters, digits, - . _ and / in both."
            )
        }
        let address = Self.address(options.endpoint ?? "https://s3.\(options.region).amazonaws.com")
        if address == nil {
            problems.append(
                "media-store-endpoint: invalid URL \"\(options.endpoint ?? "")\"; use one such as https://minio.example.com:9000."
            )
        }
        if options.region.isEmpty || !options.region.utf8.allSatisfy(Self.isNameByte) {
            problems.append("media-store-region: invalid region \"\(options.region)\"; use one such as eu-central-1.")
        }
        let words = (options.encryption ?? "AES256").split(separator: ":", maxSplits: 2).map(String.init)
        let isKMS = words.count >= 2 && words[0] == "aws" && words[1] == "kms"
        if !isKMS && words != ["AES256"] || !(options.encryption ?? "x").utf8.allSatisfy({ 0x21...0x7E ~= $0 }) {
            problems.append(
                "media-store-encryption: invalid value \"\(options.encryption ?? "")\"; use AES256, aws:kms or aws:kms:KEY."
            )
        }
        if let acl = options.accessControl, acl.isEmpty || !acl.utf8.allSatisfy(Self.isNameByte) {
            problems.append("media-store-acl: invalid ACL \"\(acl)\"; use one such as private or public-read.")
        }
        guard problems.isEmpty, let address else { throw ConfigurationError(problems: problems) }
        self.bucket = bucket
        self.prefix = prefix
        region = options.region
        scheme = address.scheme
        // An address has no names below it.
        let isPathStyle = options.isPathStyle || IPAddress(parsing: address.host) != nil || address.host.hasPrefix("[")
        let host = isPathStyle ? address.host : "\(bucket).\(address.host)"
        authority = address.port.map { "\(host):\($0)" } ?? host
        basePath = isPathStyle ? "/\(bucket)/" : "/"
        encryption = options.encryption.map { _ in isKMS ? "aws:kms" : "AES256" }
        encryptionKey = options.encryption != nil && words.count == 3 ? words[2] : nil
        accessControl = options.accessControl
    }

    /// The key of a file name.
    package func key(_ name: String) -> String { prefix + name }

    private static func isBucket(_ text: String) -> Bool {
        (3...63).contains(text.utf8.count)
            && text.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D || $0 == 0x2E }
            && !text.contains("..") && !text.hasPrefix(".") && !text.hasSuffix(".")
    }

    /// Whether a prefix needs no escapes in a URL, and no server can read a part of it as a step upwards.
    private static func isPrefix(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return text.utf8.count <= 512
            && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." && $0.utf8.allSatisfy(isNameByte) }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        0x61...0x7A ~= byte || 0x41...0x5A ~= byte || 0x30...0x39 ~= byte || "-._".utf8.contains(byte)
    }

    /// The parts of an endpoint's URL, which has no path.
    private static func address(_ text: String) -> (scheme: String, host: String, port: Int?)? {
        guard let end = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<end.lowerBound].lowercased()
        var rest = text[end.upperBound...]
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        guard ["http", "https"].contains(scheme), !rest.isEmpty else { return nil }
        var host = rest
        var port: Int?
        if let colon = rest.lastIndex(of: ":"), !rest.hasSuffix("]") {
            guard let number = Int(rest[rest.index(after: colon)...]), (1...65_535).contains(number) else { return nil }
            // The usual port is not in the header Host.
            port = number == (scheme == "https" ? 443 : 80) ? nil : number
            host = rest[..<colon]
        }
        let isBracketed =
            host.hasPrefix("[") && host.hasSuffix("]") && IPAddress(parsing: host.dropFirst().dropLast()) != nil
        guard isBracketed || !host.isEmpty && host.utf8.allSatisfy({ isNameByte($0) && $0 != 0x5F }) else { return nil }
        return (scheme, host.lowercased(), port)
    }
}
