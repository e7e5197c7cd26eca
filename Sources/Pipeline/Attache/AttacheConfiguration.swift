package import AttacheCore
package import MediaStore

/// The configuration of an `Attache`: policy, network, egress rules, cache and limits.
///
/// Every default is the safe one. `withAttache(configuration:_:)` checks all members together before anything starts.
public struct AttacheConfiguration: Sendable {
    /// The use of the network's speed.
    public enum LinkMode: String, Sendable, CaseIterable {
        /// The device's time is computed from the measured transfer.
        case model
        /// The real transfer is slowed to the network's speed.
        case throttle
        /// The network's speed is ignored.
        case off
    }

    /// The information about loaded media that is cached, besides the files themselves.
    public enum Cache: String, Sendable, CaseIterable {
        /// Nothing: only concurrent loads are shared.
        case off
        /// Verdicts, in memory, for `AttacheConfiguration.verdictLifetime`.
        case run
        /// Verdicts, across runs, for as long as HTTP allows (RFC 9111).
        case disk
    }

    /// The process in which libmagic, a C parser of untrusted bytes, checks types.
    public enum TypeCheck: Sendable, Equatable {
        /// This process: the fastest to start.
        case inProcess
        /// Helper processes behind a system call filter; a crash costs one item its second opinion. The program must
        /// call `TypeHelper.run(ifAskedBy:)` first; `/proc/self/exe` is this program.
        case isolated(program: String)
    }

    /// The repair of media that a device would refuse, by libvips and ffmpeg.
    public enum Repair: Sendable, Equatable {
        /// Nothing is repaired: such media fall back.
        case off
        /// They are converted in sandboxed processes. The program must call `TypeHelper.run(ifAskedBy:)` first;
        /// `/proc/self/exe` is this program.
        case on(program: String)
    }

    /// The name of a policy, the path of a policy file, or `auto`: the policy whose media keys the payload contains.
    public var policy = EvaluationContextResolver.automatic
    /// The paths of media URLs in the payloads of an extension of your own, as JSON Pointer such as `/custom/image` or as
    /// JSONPath such as `$.custom.image`, which the policy `apple` reads; the first that exists wins.
    public var mediaPaths: [String] = []
    /// Directories whose policy files are added to the built-in ones, or replace those of the same name.
    public var policyDirectories: [String] = []
    /// A network preset's name, or the path of a network file.
    public var network = "wifi"
    /// The use of the network's speed.
    public var link = LinkMode.model
    /// The time limit of each payload, at least one millisecond; `nil` for 30 s or the policy's.
    public var deadline: Duration?
    /// The Info.plist of the extension, XML or binary, whose ATS dictionary replaces the policy's.
    public var infoPlist: String?
    /// The directory of verified media; `nil` for `$XDG_CACHE_HOME/attache`, or `~/.cache/attache`.
    public var storeDirectory: String?
    /// The size limit of the store in bytes; the least recently used media are evicted first. When all are in use, media
    /// fall back with `attach.store-full`.
    public var storeLimit = StoreConfiguration.defaultByteLimit
    /// The space that the store leaves free on its disk.
    public var diskReserve = DiskReserve.standard
    /// The cache of verdicts.
    public var cache = Cache.run
    /// The lifetime of a verdict in memory; `nil` for as long as the `Attache` lives, which suits a program that
    /// processes its payloads and ends. Failures expire after `permanentFailureLifetime` or `transientFailureLifetime` at
    /// the latest. With `Cache.disk` the index is consulted next, under HTTP's rules.
    public var verdictLifetime: Duration? = .seconds(60)
    /// The lifetime of a permanent failure, such as status 404, in a cache; zero caches none. For other clients of a
    /// service than the one that saw it, a failure lives for a minute at most.
    public var permanentFailureLifetime = VerdictLifetime().permanent
    /// The lifetime of a transient failure in a cache; zero caches none.
    public var transientFailureLifetime = VerdictLifetime().transient
    /// The path of a payload's or envelope's identifier, as a JSON Pointer such as `/id` or a JSONPath
    /// such as `$.id`; results carry its string or number. An envelope's `id` needs no path, and is the identifier when the path matches nothing.
    public var identifierPath: String?
    /// The observers that are notified of each payload.
    public var observers: [any AttacheObserver] = []
    /// Allowed address blocks besides public ones, as `CIDR` or `CIDR:PORT`.
    public var allowedAddresses: [String] = []
    /// Allowed ports besides 80 and 443.
    public var allowedPorts: [String] = []
    /// Allowed hosts, as `NAME` or `NAME:PORT`; internal single-label names too.
    public var allowedHosts: [String] = []
    /// Denied hosts; `.example.com` denies every host below it. Deny beats allow.
    public var deniedHosts: [String] = []
    /// The HTTP proxy that tunnels every connection, as `http://[USER:PASSWORD@]HOST:PORT`.
    public var proxy: String?
    /// A PEM file of certificate authorities to trust instead of the system's.
    public var certificateAuthorityFile: String?
    /// DNS servers to use instead of the system's, as `ADDRESS` or `ADDRESS:PORT`.
    public var dnsServers: [String] = []
    /// The process in which libmagic checks types.
    public var typeCheck = TypeCheck.inProcess
    /// The repair of media that a device would refuse.
    public var repair = Repair.off
    /// The limit of concurrent transfers, 1 to 10,000. A transfer that waits for its origin costs a few kilobytes, so the slow
    /// ones of some clients leave room for those of others.
    public var transferLimit = 256
    /// The time for which a host is skipped after several consecutive failures; zero never skips one.
    public var hostCooling = HostCircuitBreaker.standardTime
    /// The limit of connections to one host, 1 to 1,000.
    public var connectionsPerHost = 8
    /// The https URL below which others serve the verified copies of media, such as `https://cdn.example.com/p/`: the
    /// payload to send then has the URL of the copy. `nil` leaves the URLs of payloads unchanged.
    public var rehost: String?
    /// The file of keys that sign the URLs of copies, one `ID SECRET` per line, the signing key first; `nil` for none.
    public var rehostKeyFile: String?
    /// The least lifetime of a signed URL, at least one second.
    public var rehostExpiry = Duration.seconds(30 * 86_400)
    /// The bucket of an S3-compatible service that gets a copy of each attached file, as `s3://BUCKET/PREFIX`; `nil` for none.
    /// A file without a copy is not attached. Credentials come from the variables, files and roles of the AWS tools.
    public var mediaStore: String?
    /// The URL of the service; `nil` for AWS.
    public var mediaStoreEndpoint: String?
    /// The region; `nil` for that of `AWS_REGION` or `AWS_DEFAULT_REGION`, or `us-east-1`.
    public var mediaStoreRegion: String?
    /// Whether the bucket is in the path of URLs and not in the host; always, when the endpoint is an address.
    public var mediaStorePathStyle = false
    /// The server-side encryption: `AES256`, `aws:kms` or `aws:kms:KEY`; `nil` for the bucket's.
    public var mediaStoreEncryption: String?
    /// The canned ACL of objects, such as `public-read`; `nil` for none.
    public var mediaStoreACL: String?

    /// The moment when a stored file is written to the disk; with groups, call `Attache.synchronizeStore()`.
    package var storeDurability = StoreConfiguration.Durability.each

    /// The verdicts that machines share, in place of an index on disk.
    package var sharedVerdicts: (any MediaCacheStore)?

    /// What loads media in place of the network.
    package var fetcher: (any MediaFetching)?

    /// Learns of each request, for a display; `nil` for none.
    package var loads: LoadWatch?

    /// The clock of deadlines and lifetimes.
    package var time: any TimeSource = SystemTime()

    /// Creates the default configuration.
    public init() {}
}

extension AttacheConfiguration.LinkMode {
    /// The mode as the pipeline's type.
    var mode: LinkMode {
        switch self {
        case .model: .model
        case .throttle: .throttle
        case .off: .off
        }
    }
}

extension AttacheConfiguration {
    /// The files that are loaded although a device refuses them; `nil` without repairs.
    var repairRules: RepairRules? { repair == .off ? nil : RepairRules() }
}
