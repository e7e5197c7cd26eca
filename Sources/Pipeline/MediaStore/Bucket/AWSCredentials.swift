package import AttacheCore
import AttacheSystem

/// The keys that sign requests.
package struct AWSCredentials: Sendable, Equatable {
    package var accessKey: String
    package var secretKey: String
    package var sessionToken: String?
    /// The end of their use in seconds since 1970; `nil` for keys that do not expire.
    package var expiry: Int?

    /// Whether the values can be parts of a header.
    var isUsable: Bool {
        ([accessKey, secretKey] + [sessionToken].compactMap(\.self)).allSatisfy { text in
            !text.isEmpty && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
        }
    }
}

/// Where the keys come from, in the order of the AWS tools: variables, the shared file, the container's role, the machine's.
package enum CredentialSource: Sendable, Equatable {
    case fixed(AWSCredentials)
    /// The endpoint of a container's role, and what its requests authenticate with.
    case container(url: String, token: String?, tokenFile: String?)
    /// The metadata service of the machine (IMDSv2).
    case machine

    /// The largest credentials file in bytes.
    private static let fileLimit = 1 << 20

    /// Finds the source in the variables of the process and the files that they name.
    package static func find(_ environment: [String: String]) throws(ConfigurationError) -> CredentialSource {
        func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        if let access = variable("AWS_ACCESS_KEY_ID"), let secret = variable("AWS_SECRET_ACCESS_KEY") {
            let token = variable("AWS_SESSION_TOKEN")
            return try checked(AWSCredentials(accessKey: access, secretKey: secret, sessionToken: token), "AWS_…")
        }
        let file =
            variable("AWS_SHARED_CREDENTIALS_FILE") ?? variable("HOME").map { "\($0)/.aws/credentials" }
        let profile = variable("AWS_PROFILE")
        if let file {
            var text = ""
            do throws(SystemCallError) {
                text = String(decoding: try LocalMediaFile(file).prefix(fileLimit), as: UTF8.self)
            } catch {
                guard variable("AWS_SHARED_CREDENTIALS_FILE") == nil else {
                    throw ConfigurationError(problems: ["media-store: \(file) cannot be read: \(error.message)."])
                }
            }
            if let found = read(text, profile: profile ?? "default") { return try checked(found, file) }
        }
        if let profile {
            throw ConfigurationError(
                problems: [
                    "media-store: invalid AWS_PROFILE \"\(profile)\"; use one with keys in \(file ?? "~/.aws/credentials")."
                ]
            )
        }
        let (token, tokenFile) = (
            variable("AWS_CONTAINER_AUTHORIZATION_TOKEN"), variable("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE")
        )
        if let path = variable("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI") {
            return .container(url: "http://169.254.170.2\(path)", token: token, tokenFile: tokenFile)
        }
        if let url = variable("AWS_CONTAINER_CREDENTIALS_FULL_URI") {
            return .container(url: url, token: token, tokenFile: tokenFile)
        }
        return .machine
    }

    private static func checked(
        _ credentials: AWSCredentials,
        _ place: String
    ) throws(ConfigurationError) -> CredentialSource {
        guard credentials.isUsable else {
            throw ConfigurationError(problems: ["media-store: invalid keys in \(place); use printable characters only."]
            )
        }
        return .fixed(credentials)
    }

    /// Reads the keys of a profile from the text of a shared credentials file.
    static func read(_ text: String, profile: String) -> AWSCredentials? {
        var section = ""
        var values: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let line = trimmed(line)[...]
            if line.hasPrefix("#") || line.hasPrefix(";") { continue }
            if line.hasPrefix("["), line.hasSuffix("]") {
                section = trimmed(line.dropFirst().dropLast())
                continue
            }
            guard section == profile, let equals = line.firstIndex(of: "=") else { continue }
            values[trimmed(line[..<equals]).lowercased()] = trimmed(line[line.index(after: equals)...])
        }
        guard let access = values["aws_access_key_id"], let secret = values["aws_secret_access_key"] else { return nil }
        return AWSCredentials(accessKey: access, secretKey: secret, sessionToken: values["aws_session_token"])
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        var text = Substring(text).drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
