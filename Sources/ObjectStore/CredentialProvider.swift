import AttacheCore
import AttacheSystem
import CurlFetch
import MediaStore

/// The current keys: fixed ones, or those of a role, which are renewed before they expire.
final class CredentialProvider: Sendable {
    /// How long before their expiry keys are renewed, in seconds.
    private static let margin = 300
    private static let timeout = Duration.seconds(5)
    /// https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-data-retrieval.html
    private static let machine = "http://169.254.169.254/latest"

    private let source: CredentialSource
    private let transport: any ObjectTransport
    private let clock: any WallTimeSource
    private let known = Locked<AWSCredentials?>(nil)

    init(_ source: CredentialSource, transport: any ObjectTransport, clock: any WallTimeSource) {
        self.source = source
        self.transport = transport
        self.clock = clock
    }

    /// Returns keys that are valid now; a role is asked when there are none.
    func current() async throws(ObjectStoreFailure) -> AWSCredentials {
        if case .fixed(let credentials) = source { return credentials }
        let now = clock.secondsSinceEpoch
        if let credentials = known.withLock({ $0 }), (credentials.expiry ?? .max) - Self.margin > now {
            return credentials
        }
        let fresh = try await fetch()
        known.withLock { $0 = fresh }
        return fresh
    }

    private func fetch() async throws(ObjectStoreFailure) -> AWSCredentials {
        switch source {
        case .fixed(let credentials): return credentials
        case .container(let url, let token, let tokenFile):
            var fields: [(name: String, value: String)] = []
            if let value = try Self.token(token, file: tokenFile) { fields.append(("Authorization", value)) }
            return try Self.read(try await body("GET", url, fields))
        case .machine:
            let lifetime = [(name: "X-aws-ec2-metadata-token-ttl-seconds", value: "300")]
            let token = try await body("PUT", "\(Self.machine)/api/token", lifetime)
            let fields = [(name: "X-aws-ec2-metadata-token", value: Self.line(token))]
            let place = "\(Self.machine)/meta-data/iam/security-credentials/"
            let role = Self.line(try await body("GET", place, fields))
            return try Self.read(try await body("GET", place + RequestSignature.encoded(role), fields))
        }
    }

    private func body(
        _ method: String,
        _ url: String,
        _ fields: [(name: String, value: String)]
    ) async throws(ObjectStoreFailure) -> [UInt8] {
        let request = OperatorRequest(method, url, fields: fields, timeout: Self.timeout, bodyLimit: 65_536)
        switch await transport.send(request) {
        case .response(let response) where response.status == 200: return response.body
        case .response(let response): throw Self.failure("the role's endpoint answers \(response.status)")
        case .failure(let cause): throw Self.failure("the role's endpoint gives no keys: \(cause)")
        }
    }

    /// The token of a container, which a file may replace at any time.
    private static func token(_ text: String?, file: String?) throws(ObjectStoreFailure) -> String? {
        guard let file else { return text }
        do throws(SystemCallError) {
            return line(try LocalMediaFile(file).prefix(16_384))
        } catch {
            throw failure("\(file) cannot be read: \(error.message)")
        }
    }

    /// The first line of a text, without control characters, which could add a line to a request.
    private static func line(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.prefix { 0x20...0x7E ~= $0 }, as: UTF8.self)
    }

    static func read(_ bytes: [UInt8]) throws(ObjectStoreFailure) -> AWSCredentials {
        guard let root = try? JSONDocument(parsing: bytes).root, let access = root["AccessKeyId"]?.string,
            let secret = root["SecretAccessKey"]?.string
        else { throw failure("the role's endpoint gives no keys") }
        let credentials = AWSCredentials(
            accessKey: access,
            secretKey: secret,
            sessionToken: root["Token"]?.string,
            expiry: root["Expiration"]?.string.flatMap(AWSTime.seconds)
        )
        guard credentials.isUsable else { throw failure("the role's endpoint gives unusable keys") }
        return credentials
    }

    private static func failure(_ cause: String) -> ObjectStoreFailure {
        ObjectStoreFailure(cause: "there are no credentials (\(cause))", isTransient: true)
    }
}
