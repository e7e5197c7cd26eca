import AttacheCore
import TestWidth
import Testing

@testable import MediaStore

@Suite("Signatures of requests", .inProcess, .timeLimit(.minutes(1)))
struct RequestSignatureTests {
    /// The keys and the instant of the examples at
    /// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
    private static let credentials = AWSCredentials(
        accessKey: "AKIAIOSFODNN7EXAMPLE",
        secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
    )
    private static let instant = 1_369_353_600

    struct Example: Sendable, CustomTestStringConvertible {
        let method: String
        let path: String
        var query = ""
        var fields: [(name: String, value: String)] = []
        var bodyDigest = RequestSignature.emptyDigest
        let signature: String

        var testDescription: String { "\(method) \(path)?\(query)" }
    }

    @Test(
        "The examples of AWS have their signatures",
        arguments: [
            Example(
                method: "GET",
                path: "/test.txt",
                fields: [("Range", "bytes=0-9")],
                signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
            ),
            Example(
                method: "PUT",
                path: "/test%24file.text",
                fields: [
                    ("Date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
                ],
                bodyDigest: "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
                signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
            ),
            Example(
                method: "GET",
                path: "/",
                query: "lifecycle=",
                signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
            ),
            Example(
                method: "GET",
                path: "/",
                query: "max-keys=2&prefix=J",
                signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
            ),
        ]
    )
    func examples(_ example: Example) throws {
        let subject = RequestSignature.Subject(
            method: example.method,
            authority: "examplebucket.s3.amazonaws.com",
            path: example.path,
            query: example.query,
            fields: example.fields,
            bodyDigest: example.bodyDigest
        )
        let fields = RequestSignature.fields(of: subject, Self.credentials, region: "us-east-1", at: Self.instant)
        let text = try #require(fields.first { $0.name == "Authorization" }?.value)
        #expect(text.hasSuffix("Signature=\(example.signature)"), "\(text)")
    }

    @Test("A name that begins another is signed before it")
    func order() throws {
        let subject = RequestSignature.Subject(
            method: "PUT",
            authority: "h",
            path: "/",
            query: "",
            fields: [
                ("x-amz-server-side-encryption-aws-kms-key-id", "k"), ("x-amz-server-side-encryption", "aws:kms"),
            ],
            bodyDigest: RequestSignature.emptyDigest
        )
        let fields = RequestSignature.fields(of: subject, Self.credentials, region: "r", at: Self.instant)
        let text = try #require(fields.last?.value)
        #expect(text.contains(";x-amz-server-side-encryption;x-amz-server-side-encryption-aws-kms-key-id,"))
    }

    @Test(
        "Instants are those of the calendar",
        arguments: [
            (0, "19700101T000000Z", "1970-01-01T00:00:00Z"),
            (951_782_400, "20000229T000000Z", "2000-02-29T00:00:00.000Z"),
            (1_709_251_199, "20240229T235959Z", "2024-02-29T23:59:59Z"),
            (1_709_251_200, "20240301T000000Z", "2024-03-01T00:00:00Z"),
            (4_107_542_400, "21000301T000000Z", "2100-03-01T00:00:00Z"),
            (instant, "20130524T000000Z", "2013-05-24T00:00:00.000Z"),
        ]
    )
    func instants(_ seconds: Int, _ basic: String, _ extended: String) {
        #expect(AWSTime.text(seconds) == basic)
        #expect(AWSTime.seconds(extended) == seconds)
    }

    @Test(arguments: [
        "", "2026", "2026-13-01T00:00:00Z", "2026-11-23T02:15:00", "x-x-xTx:x:xZ", "1969-12-31T23:59:59Z",
    ])
    func otherTextsAreNoInstants(_ text: String) {
        #expect(AWSTime.seconds(text) == nil)
    }

    @Test(arguments: [("abc", "abc"), ("a/b+c=", "a%2Fb%2Bc%3D"), ("é ~", "%C3%A9%20~"), ("", "")])
    func queryValuesAreEncoded(_ text: String, _ encoded: String) {
        #expect(RequestSignature.encoded(text) == encoded)
    }
}
