import AttacheCore
import TestWidth
import Testing

@testable import MediaStore

@Suite("Buckets and keys", .inProcess, .timeLimit(.minutes(1)))
struct BucketLocationTests {
    private func location(
        _ store: String,
        endpoint: String? = nil,
        isPathStyle: Bool = false
    ) throws -> BucketLocation {
        var options = BucketLocation.Options(store: store, region: "eu-central-1")
        options.endpoint = endpoint
        options.isPathStyle = isPathStyle
        return try BucketLocation(options)
    }

    @Test(
        "Host and path of an object",
        arguments: [
            ("s3://push-media/p", nil, false, "https://push-media.s3.eu-central-1.amazonaws.com/", "p/x"),
            ("s3://push-media", nil, true, "https://s3.eu-central-1.amazonaws.com/push-media/", "x"),
            ("s3://b.c/a/b/", "http://127.0.0.1:9000", false, "http://127.0.0.1:9000/b.c/", "a/b/x"),
            ("s3://bucket", "https://[::1]:9000/", false, "https://[::1]:9000/bucket/", "x"),
            ("s3://bucket", "https://S3.example.com:443", false, "https://bucket.s3.example.com/", "x"),
        ] as [(String, String?, Bool, String, String)]
    )
    func addresses(_ store: String, _ endpoint: String?, _ isPathStyle: Bool, _ base: String, _ key: String) throws {
        let location = try location(store, endpoint: endpoint, isPathStyle: isPathStyle)
        #expect("\(location.scheme)://\(location.authority)\(location.basePath)" == base)
        #expect(location.key("x") == key)
    }

    @Test(
        arguments: [
            "", "s3://", "s3:///p", "http://bucket/p", "s3://ab", "s3://Bucket", "s3://bu..cket", "s3://bucket/../x",
            "s3://bucket/a//b", "s3://bucket/a b", "s3://bucket/a?b", "s3://bucket/%2e", "s3://bucket/./a",
            "s3://bu@cket",
            "s3://\(String(repeating: "a", count: 64))",
        ]
    )
    func invalidBuckets(_ store: String) {
        #expect(throws: ConfigurationError.self) { try location(store) }
    }

    @Test(
        arguments: [
            "", "s3.example.com", "ftp://h", "https://", "https://h/path", "https://u:p@h", "https://h:0",
            "https://h:65536",
            "https://h h", "https://[x]",
        ]
    )
    func invalidEndpoints(_ endpoint: String) {
        #expect(throws: ConfigurationError.self) { try location("s3://bucket", endpoint: endpoint) }
    }

    @Test(
        arguments: [
            ("AES256", "AES256", nil), ("aws:kms", "aws:kms", nil),
            ("aws:kms:arn:aws:kms:x", "aws:kms", "arn:aws:kms:x"),
        ] as [(String, String, String?)]
    )
    func encryption(_ text: String, _ encryption: String, _ key: String?) throws {
        var options = BucketLocation.Options(store: "s3://bucket", region: "r")
        options.encryption = text
        let location = try BucketLocation(options)
        #expect(location.encryption == encryption && location.encryptionKey == key)
    }

    @Test(arguments: ["", "aes256", "aws", "aws:kms:a b", "AES256\r\nx: y", "AES256:x"])
    func invalidEncryption(_ text: String) {
        var options = BucketLocation.Options(store: "s3://bucket", region: "r")
        options.encryption = text
        #expect(throws: ConfigurationError.self) { try BucketLocation(options) }
    }
}
