import AttacheCore
import AttacheSystem
import AttacheTesting
import CurlFetch
import TestWidth
import Testing

@testable import MediaStore

@Suite("Credentials", .inProcess, .timeLimit(.minutes(1)))
struct CredentialTests {
    /// The endpoint of a role.
    private final class Role: ObjectTransport {
        let requests = Locked<[OperatorRequest]>([])
        let isBroken = Locked(false)
        private let answers: [String: String]

        init(_ answers: [String: String]) {
            self.answers = answers
        }

        func send(_ request: OperatorRequest) async -> OperatorOutcome {
            requests.withLock { $0.append(request) }
            if isBroken.withLock({ $0 }) { return .failure("it is away") }
            guard let body = answers["\(request.method) \(request.url)"] else { return .response(.init(status: 404)) }
            return .response(.init(status: 200, body: Array(body.utf8)))
        }
    }

    private let deadline = ContinuousClock.now + .seconds(60)
    private static let keys =
        #"{"AccessKeyId":"A","SecretAccessKey":"S","Token":"T","Expiration":"2027-01-15T09:00:00Z"}"#

    @Test func variablesComeFirst() throws {
        let environment = [
            "AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "S", "AWS_SESSION_TOKEN": "T", "AWS_PROFILE": "x",
        ]
        let expected = AWSCredentials(accessKey: "A", secretKey: "S", sessionToken: "T")
        #expect(try CredentialSource.find(environment) == .fixed(expected))
    }

    @Test func withoutAnythingTheMachineIsAsked() throws {
        #expect(try CredentialSource.find(["HOME": "/nonexistent", "AWS_ACCESS_KEY_ID": "A"]) == .machine)
        let relative = ["HOME": "/nonexistent", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/v2/x"]
        let container = CredentialSource.container(url: "http://169.254.170.2/v2/x", token: nil, tokenFile: nil)
        #expect(try CredentialSource.find(relative) == container)
    }

    @Test(
        arguments: [
            ["AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "S\r\nX: y"],
            ["AWS_PROFILE": "x", "HOME": "/nonexistent"],
            ["AWS_SHARED_CREDENTIALS_FILE": "/nonexistent/file"],
        ]
    )
    func unusable(_ environment: [String: String]) {
        #expect(throws: ConfigurationError.self) { try CredentialSource.find(environment) }
    }

    @Test func profilesOfAFileAreKeptApart() {
        let text = """
            # comment
            [default]
            aws_access_key_id=A
            aws_secret_access_key = S=/+

            [ push ]
            aws_access_key_id = B
            aws_secret_access_key = R
            aws_session_token = T
            [empty]
            """
        #expect(CredentialSource.read(text, profile: "default") == AWSCredentials(accessKey: "A", secretKey: "S=/+"))
        let other = AWSCredentials(accessKey: "B", secretKey: "R", sessionToken: "T")
        #expect(CredentialSource.read(text, profile: "push") == other)
        #expect(CredentialSource.read(text, profile: "empty") == nil)
        #expect(CredentialSource.read(text, profile: "other") == nil)
    }

    @Test func keysOfTheMachineAreKeptUntilTheyAreAboutToExpire() async throws {
        let place = "http://169.254.169.254/latest"
        let role = Role([
            "PUT \(place)/api/token": "token\n", "GET \(place)/meta-data/iam/security-credentials/": "push-role",
            "GET \(place)/meta-data/iam/security-credentials/push-role": Self.keys,
        ])
        // 2027-01-15T08:00:00Z
        let clock = ManualWallClock(now: 1_800_000_000)
        let provider = CredentialProvider(.machine, transport: role, clock: clock, time: SystemTime())
        let expected = AWSCredentials(accessKey: "A", secretKey: "S", sessionToken: "T", expiry: 1_800_003_600)
        #expect(try await provider.current(until: deadline) == expected)
        #expect(try await provider.current(until: deadline) == expected)
        #expect(role.requests.withLock { $0.count } == 3)
        #expect(role.requests.withLock { $0[2].fields.map(\.value) } == ["token"])
        clock.advance(by: 3299)
        _ = try await provider.current(until: deadline)
        #expect(role.requests.withLock { $0.count } == 3)
        clock.advance(by: 1)
        _ = try await provider.current(until: deadline)
        #expect(role.requests.withLock { $0.count } == 6)
    }

    @Test func keysAreUsedToTheirEndWhileTheRoleDoesNotAnswer() async throws {
        let role = Role(["GET http://h/": Self.keys])
        let clock = ManualWallClock(now: 1_800_000_000)
        let source = CredentialSource.container(url: "http://h/", token: nil, tokenFile: nil)
        let provider = CredentialProvider(source, transport: role, clock: clock, time: SystemTime())
        let keys = try await provider.current(until: deadline)
        role.isBroken.withLock { $0 = true }
        clock.advance(by: 3300)
        // The role is not asked for each request.
        for _ in 0..<3 { #expect(try await provider.current(until: deadline) == keys) }
        #expect(role.requests.withLock { $0.count } == 2)
        clock.advance(by: 30)
        #expect(try await provider.current(until: deadline) == keys)
        #expect(role.requests.withLock { $0.count } == 3)
        clock.advance(by: 269)
        #expect(try await provider.current(until: deadline) == keys)
        clock.advance(by: 1)
        await #expect(throws: ObjectStoreFailure.self) { try await provider.current(until: deadline) }
        role.isBroken.withLock { $0 = false }
        // Expired ones are renewed by the next request.
        #expect(try await provider.current(until: deadline) == keys)
    }

    @Test("Without a token of the machine its role is not asked", arguments: ["", "\n", "\r\nX: y"])
    func noToken(_ token: String) async {
        let role = Role(["PUT http://169.254.169.254/latest/api/token": token])
        let provider = CredentialProvider(.machine, transport: role, clock: ManualWallClock(), time: SystemTime())
        await #expect(throws: ObjectStoreFailure.self) { try await provider.current(until: deadline) }
        #expect(role.requests.withLock { $0.count } == 1)
    }

    @Test(arguments: ["", "{}", "[]", #"{"AccessKeyId":"A"}"#, #"{"AccessKeyId":"A","SecretAccessKey":"a\nb"}"#])
    func otherAnswersAreNoKeys(_ text: String) async {
        let role = Role(["GET http://h/": text])
        let source = CredentialSource.container(url: "http://h/", token: nil, tokenFile: nil)
        let provider = CredentialProvider(source, transport: role, clock: ManualWallClock(), time: SystemTime())
        await #expect(throws: ObjectStoreFailure.self) { try await provider.current(until: deadline) }
    }
}

@Suite("Elements of responses", .inProcess, .timeLimit(.minutes(1)))
struct XMLTextTests {
    @Test(
        arguments: [
            ("<a>x</a>", "x"), ("<R><a>x</a><a>y</a></R>", "x"), ("<a b=\"c\">x</a>", "x"), ("<a></a>", ""),
            ("<ab>x</ab><a>y</a>", "y"), ("<a>&lt;&amp;amp;&quot;</a>", "<&amp;\""), ("<a>x", nil), ("<a", nil),
            ("", nil),
            ("</a>", nil), ("<a/>", nil),
        ] as [(String, String?)]
    )
    func first(_ text: String, _ expected: String?) {
        #expect(XMLText.first("a", in: Array(text.utf8)) == expected)
    }

    @Test func aHostileTextHasNoElements() {
        let text = Array(String(repeating: "<a", count: 20_000).utf8)
        #expect(XMLText.elements("a", in: text[...]).isEmpty)
    }
}
