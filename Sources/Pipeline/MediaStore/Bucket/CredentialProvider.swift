import AttacheCore
import AttacheSystem
import CurlFetch

/// The current keys: fixed ones, or those of a role, which are renewed before they expire.
final class CredentialProvider: Sendable {
    /// How long before their expiry keys are renewed, in seconds.
    private static let margin = 300
    /// How long after a renewal that failed the next one begins, in seconds, while the keys are valid.
    private static let pause = 30
    private static let timeout = Duration.seconds(5)
    /// https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-data-retrieval.html
    private static let machine = "http://169.254.169.254/latest"

    private let source: CredentialSource
    private let transport: any ObjectTransport
    private let clock: any WallTimeSource
    private let time: any TimeSource
    private let state = Locked(State())

    private struct State {
        var credentials: AWSCredentials?
        /// The earliest renewal of keys that are valid, in seconds since 1970.
        var nextRenewal = 0
    }

    init(
        _ source: CredentialSource,
        transport: any ObjectTransport,
        clock: any WallTimeSource,
        time: any TimeSource
    ) {
        self.source = source
        self.transport = transport
        self.clock = clock
        self.time = time
    }

    /// Returns keys that are valid now; a role is asked when there are none, or they are about to expire, until an instant.
    /// Keys whose renewal fails are used to their end.
    func current(until deadline: ContinuousClock.Instant) async throws(ObjectStoreFailure) -> AWSCredentials {
        if case .fixed(let credentials) = source { return credentials }
        let now = clock.secondsSinceEpoch
        let known = state.withLock { state -> AWSCredentials? in
            guard let credentials = state.credentials, (credentials.expiry ?? .max) > now else { return nil }
            if (credentials.expiry ?? .max) - Self.margin > now || now < state.nextRenewal { return credentials }
            // One request renews them; others use them meanwhile.
            state.nextRenewal = now + Self.pause
            return nil
        }
        if let known { return known }
        do throws(ObjectStoreFailure) {
            let fresh = try await fetch(until: deadline)
            state.withLock { $0 = State(credentials: fresh) }
            return fresh
        } catch {
            let now = clock.secondsSinceEpoch
            guard let credentials = state.withLock({ $0.credentials }), (credentials.expiry ?? .max) > now else {
                throw error
            }
            return credentials
        }
    }

    private func fetch(until deadline: ContinuousClock.Instant) async throws(ObjectStoreFailure) -> AWSCredentials {
        switch source {
        case .fixed(let credentials): return credentials
        case .container(let url, let token, let tokenFile):
            var fields: [(name: String, value: String)] = []
            if let value = try Self.token(token, file: tokenFile), !value.isEmpty {
                fields.append(("Authorization", value))
            }
            return try Self.read(try await body("GET", url, fields, until: deadline))
        case .machine:
            let lifetime = [(name: "X-aws-ec2-metadata-token-ttl-seconds", value: "300")]
            let token = Self.line(try await body("PUT", "\(Self.machine)/api/token", lifetime, until: deadline))
            guard !token.isEmpty else { throw Self.failure("the machine gives no token") }
            let fields = [(name: "X-aws-ec2-metadata-token", value: token)]
            let place = "\(Self.machine)/meta-data/iam/security-credentials/"
            let role = Self.line(try await body("GET", place, fields, until: deadline))
            let url = place + RequestSignature.encoded(role)
            return try Self.read(try await body("GET", url, fields, until: deadline))
        }
    }

    private func body(
        _ method: String,
        _ url: String,
        _ fields: [(name: String, value: String)],
        until deadline: ContinuousClock.Instant
    ) async throws(ObjectStoreFailure) -> [UInt8] {
        let left = time.now.duration(to: deadline)
        guard left > .zero else { throw Self.failure("the role's endpoint gives no keys in time") }
        let timeout = min(Self.timeout, left)
        let request = OperatorRequest(method, url, fields: fields, timeout: timeout, bodyLimit: 65_536)
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
