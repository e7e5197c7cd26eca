package import AttacheCore
package import MediaStore

/// How an `Attache` works: whose extension it imitates, on which network, and what it may connect to.
///
/// Every default is the safe one. `withAttache(configuration:_:)` checks all members together before anything starts.
public struct AttacheConfiguration: Sendable {
    /// What is done with the network's speed.
    public enum LinkMode: String, Sendable, CaseIterable {
        /// The device's time is computed from the measured transfer.
        case model
        /// The real transfer is slowed to the network's speed.
        case throttle
        /// The network's speed plays no part.
        case off
    }

    /// What is remembered of media that were loaded, besides the files themselves.
    public enum Cache: String, Sendable, CaseIterable {
        /// Nothing: only loads that are under way are shared.
        case off
        /// Verdicts, in memory, for `AttacheConfiguration.verdictLifetime`.
        case run
        /// Verdicts, from one run to the next, as long as HTTP lets them (RFC 9111).
        case disk
    }

    /// Where libmagic, which parses strangers' bytes in C, gives its second opinion.
    public enum TypeCheck: Sendable, Equatable {
        /// In this process: the quickest to start.
        case inProcess
        /// In helper processes behind a system call filter; a crash costs one item its second opinion. The program must
        /// call `TypeHelper.run(ifAskedBy:)` first; `/proc/self/exe` is this one.
        case isolated(program: String)
    }

    /// A policy's name, the path of a policy file, or `auto`: the policy whose media keys the payload carries.
    public var policy = EvaluationContextResolver.automatic
    /// Directories whose policy files are added to the built-in ones, or replace those of the same name.
    public var policyDirectories: [String] = []
    /// A network preset's name, or the path of a network file.
    public var network = "wifi"
    /// What is done with the network's speed.
    public var link = LinkMode.model
    /// Time for each payload, at least one millisecond; `nil` for 30 s or the policy's.
    public var deadline: Duration?
    /// The Info.plist of the extension, XML or binary, whose ATS dictionary replaces the policy's.
    public var infoPlist: String?
    /// Where verified media are kept; `nil` for `$XDG_CACHE_HOME/attache`, or `~/.cache/attache`.
    public var storeDirectory: String?
    /// How large the store may grow, in bytes; the least recently used media go first.
    public var storeLimit = StoreConfiguration.defaultByteLimit
    /// What is remembered of media that were loaded.
    public var cache = Cache.run
    /// How long a verdict is remembered in memory before its URL is asked again; `nil` for as long as the `Attache` lives,
    /// which suits a program that works through its payloads and ends. Failures that may pass are remembered no longer
    /// than `transientFailureLifetime`. With `Cache.disk` the index is asked after that, under HTTP's rules.
    public var verdictLifetime: Duration? = .seconds(60)
    /// How long `Cache.disk` takes a failure for granted that a later try cannot help; zero forgets it at once.
    public var permanentFailureLifetime = FailureLifetime().permanent
    /// How long a failure is taken for granted that may pass; zero forgets it at once.
    public var transientFailureLifetime = FailureLifetime().transient
    /// Where a payload or its envelope names itself, as a JSONPath such as `$.id`; its string or number comes back as the
    /// result's identifier. An envelope's `id` needs no path, and stands where the path leads nowhere.
    public var identifierPath: String?
    /// Who is told what happens to payloads.
    public var observers: [any AttacheObserver] = []
    /// Address blocks that are allowed besides public ones, as `CIDR` or `CIDR:PORT`.
    public var allowedAddresses: [String] = []
    /// Ports that are allowed besides 80 and 443.
    public var allowedPorts: [String] = []
    /// Hosts that are allowed, as `NAME` or `NAME:PORT`; an internal single-label name too.
    public var allowedHosts: [String] = []
    /// Hosts that are denied; `.example.com` denies every host below it. Deny beats allow.
    public var deniedHosts: [String] = []
    /// The HTTP proxy that tunnels every connection, as `http://[USER:PASSWORD@]HOST:PORT`.
    public var proxy: String?
    /// A PEM file of certificate authorities to trust instead of the system's.
    public var certificateAuthorityFile: String?
    /// DNS servers to ask instead of the system's, as `ADDRESS` or `ADDRESS:PORT`.
    public var dnsServers: [String] = []
    /// Where libmagic gives its second opinion on types.
    public var typeCheck = TypeCheck.inProcess
    /// Transfers at once, 1 to 10,000.
    public var transferLimit = 64
    /// How long a host that failed several times in a row is left alone; zero asks it every time.
    public var hostCooling = HostCircuitBreaker.standardTime
    /// Connections to one host at once, 1 to 1,000.
    public var connectionsPerHost = 8

    /// When a stored file is on the disk; whoever has them there in groups calls `Attache.synchronizeStore()`.
    package var storeDurability = StoreConfiguration.Durability.each

    /// The clock of deadlines and lifetimes.
    package var time: any TimeSource = SystemTime()

    /// Creates the default configuration.
    public init() {}
}

extension AttacheConfiguration.LinkMode {
    /// The mode in the pipeline's words.
    var mode: LinkMode {
        switch self {
        case .model: .model
        case .throttle: .throttle
        case .off: .off
        }
    }
}

/// The configuration cannot be used; every problem is listed at once.
public struct ConfigurationError: Error, Equatable, CustomStringConvertible {
    /// One sentence for each problem: what is wrong, where, and what to do.
    public let problems: [String]

    /// The problems, one a line.
    public var description: String { problems.joined(separator: "\n") }

    /// Creates the error.
    ///
    /// - Parameter problems: One sentence for each problem, at least one.
    package init(problems: [String]) {
        self.problems = problems
    }
}

/// The surroundings are broken: the store's directory, threads or descriptors.
public struct SurroundingsError: Error, Equatable, CustomStringConvertible {
    /// What is broken and what to do, as one sentence.
    public let sentence: String

    /// The sentence.
    public var description: String { sentence }

    package init(sentence: String) {
        self.sentence = sentence
    }
}
