import AttacheCore
import CurlFetch
import MediaStore
import PolicyFiles

/// A checked configuration: every name looked up, every file read, every number in its range.
struct ResolvedConfiguration {
    let policies: PolicySet
    let policy: String
    let networks: [Network]
    let network: String
    let ats: ATSDictionary?
    let egress: EgressPolicy
    let proxy: CurlProxy?
    let identifierPath: JSONPath?
    /// The links to verified copies; `nil` where payloads keep their URLs.
    let links: MediaLinks?
    /// The bucket for copies and where its keys come from; `nil` without one.
    let bucket: (location: BucketLocation, credentials: CredentialSource)?
    let warnings: [String]

    /// Checks a configuration; throws every problem, not just the first.
    init(_ configuration: AttacheConfiguration) throws(ConfigurationError) {
        var problems: [String] = []
        let policyFile = Self.isPath(configuration.policy) ? configuration.policy : nil
        let library = Self.collect(&problems) { () throws(ConfigurationError) in
            try PolicyLibrary(directories: configuration.policyDirectories, file: policyFile)
        }
        let networks = Self.collect(&problems) { () throws(ConfigurationError) in
            try NetworkLibrary(configuration.network)
        }
        let plist = Self.readPlist(configuration.infoPlist, &problems)
        let egress = EgressReader.read(configuration, canonicalizer: LibIDN2(), problems: &problems)
        let proxy = ProxyReader.read(configuration.proxy, canonicalizer: LibIDN2(), problems: &problems)
        let identifierPath = Self.readPath(configuration.identifierPath, &problems)
        let media = Self.readMediaPaths(configuration.mediaPaths, &problems)
        let links = Self.collect(&problems) { () throws(ConfigurationError) in try RehostReader.read(configuration) }
        let bucket = Self.collect(&problems) { () throws(ConfigurationError) in try BucketReader.read(configuration) }
        if let problem = configuration.certificateAuthorityFile.flatMap(AuthorityFileCheck.problem) {
            problems.append("cacert: \(problem)")
        }
        problems += configuration.dnsServers.filter { !Self.isServer($0) }
            .map { "dns-server: \"\($0)\" is not an address; use one such as 1.1.1.1, 127.0.0.1:5353 or [::1]:53." }
        problems += Self.rangeProblems(configuration)
        let name = library?.fileName ?? configuration.policy
        if let library, name != EvaluationContextResolver.automatic, library.policies[name] == nil {
            let known = library.policies.names.joined(separator: ", ")
            let question = NearestName.question(name, among: library.policies.names)
            problems.append("policy: invalid value \"\(name)\"\(question); use auto, one of \(known), or a file.")
        }
        let readers = [PolicyChooser.fallbackName, EvaluationContextResolver.automatic]
        if !media.isEmpty, !readers.contains(name) {
            problems.append(
                "media: the policy \"\(name)\" has its own media paths; use --policy apple or auto with --media."
            )
        }
        guard problems.isEmpty, let library, let networks else { throw ConfigurationError(problems: problems) }
        self.policies = library.policies.reading(mediaAt: media)
        self.policy = name
        self.networks = networks.networks
        self.network = networks.name
        self.ats = plist?.ats
        self.egress = egress
        self.proxy = proxy
        self.identifierPath = identifierPath
        self.links = links ?? nil
        self.bucket = bucket ?? nil
        self.warnings = library.warnings + (plist?.warnings.map(\.sentence) ?? [])
    }

    /// Whether a text is an IP address, alone or with a port.
    private static func isServer(_ text: String) -> Bool {
        if IPAddress(parsing: text) != nil { return true }
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (1...65_535).contains(port)
        else { return false }
        let host = text[..<colon]
        if host.first == "[", host.last == "]" { return IPAddress(parsing: host.dropFirst().dropLast()) != nil }
        return !host.contains(":") && IPAddress(parsing: host) != nil
    }

    /// Whether a text is a path: names contain neither a slash nor a full stop.
    private static func isPath(_ text: String) -> Bool {
        text.contains("/") || text.contains(".")
    }

    private static func collect<Value>(
        _ problems: inout [String],
        _ body: () throws(ConfigurationError) -> Value
    ) -> Value? {
        do throws(ConfigurationError) {
            return try body()
        } catch {
            problems += error.problems
            return nil
        }
    }

    private static func readPlist(_ path: String?, _ problems: inout [String]) -> InfoPlist? {
        guard let path else { return nil }
        do throws(PolicyFileError) {
            return try InfoPlistReader.read(path)
        } catch {
            problems += error.problems.map(\.description)
            return nil
        }
    }

    private static func readPath(_ text: String?, _ problems: inout [String]) -> JSONPath? {
        guard let text else { return nil }
        do throws(ConfigurationError) {
            return try JSONPath.paths(orPointer: text).first
        } catch {
            problems.append(invalidPath(text, error, option: "--id-from", example: "/id"))
            return nil
        }
    }

    private static func readMediaPaths(_ texts: [String], _ problems: inout [String]) -> [JSONPath] {
        texts.flatMap { text in
            do throws(ConfigurationError) {
                return try JSONPath.paths(orPointer: text)
            } catch {
                problems.append(invalidPath(text, error, option: "media", example: "/custom/image"))
                return []
            }
        }
    }

    private static func invalidPath(
        _ text: String,
        _ error: ConfigurationError,
        option: String,
        example: String
    ) -> String {
        "\(option): invalid path \"\(text)\" (\(error.problems.first ?? "")); use a path such as \(example)."
    }

    private static func rangeProblems(_ configuration: AttacheConfiguration) -> [String] {
        var problems: [String] = []
        if let deadline = configuration.deadline, deadline < .milliseconds(1) {
            problems.append("The deadline is below one millisecond; use at least 1ms.")
        }
        if configuration.storeLimit < 1 { problems.append("The store limit is below one byte.") }
        switch configuration.diskReserve {
        case .standard, .bytes(0...), .percent(0...99): break
        default: problems.append("The disk reserve is negative or above 99 percent.")
        }
        if min(configuration.permanentFailureLifetime, configuration.transientFailureLifetime) < .zero {
            problems.append("A failure lifetime is negative.")
        }
        if let lifetime = configuration.verdictLifetime, lifetime < .zero {
            problems.append("The verdict lifetime is negative.")
        }
        if !(1...10_000).contains(configuration.transferLimit) {
            problems.append("The transfer limit is not between 1 and 10,000.")
        }
        if !(1...1_000).contains(configuration.connectionsPerHost) {
            problems.append("The connection limit per host is not between 1 and 1,000.")
        }
        return problems
    }
}

extension AttacheConfiguration {
    /// One sentence for each value that cannot be used; those of a setting begin with its name.
    package var problems: [String] {
        do throws(ConfigurationError) {
            _ = try ResolvedConfiguration(self)
            return []
        } catch {
            return error.problems
        }
    }
}
