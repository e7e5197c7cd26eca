public import Foundation
public import FoundationNetworking

/// The configuration of an `AttacheURLSession`.
///
/// Timeouts, header fields and the permissions for kinds of networks have an effect. Caches, cookies and credentials have
/// none: a service extension starts with empty ones.
// @unchecked Sendable: a session copies the values when it is created.
open class AttacheURLSessionConfiguration: NSObject, NSCopying, @unchecked Sendable {
    /// The time without a byte after which a load fails, in seconds.
    open var timeoutIntervalForRequest: TimeInterval = 60
    /// The time after which a load fails, in seconds.
    open var timeoutIntervalForResource: TimeInterval = 604_800
    /// Header fields of every request, which a request's own fields replace.
    open var httpAdditionalHeaders: [AnyHashable: Any]?
    /// Whether cellular networks may be used.
    open var allowsCellularAccess = true
    /// Whether expensive networks may be used.
    open var allowsExpensiveNetworkAccess = true
    /// Whether networks in Low Data Mode may be used.
    open var allowsConstrainedNetworkAccess = true
    /// Whether loads wait for a network; without effect.
    open var waitsForConnectivity = false
    /// The use of caches; without effect.
    open var requestCachePolicy = NSURLRequest.CachePolicy.useProtocolCachePolicy
    /// The cache; without effect.
    open var urlCache: URLCache?
    /// The storage of cookies; without effect.
    open var httpCookieStorage: HTTPCookieStorage?
    /// Whether cookies are set; without effect.
    open var httpShouldSetCookies = true
    /// The acceptance of cookies; without effect.
    open var httpCookieAcceptPolicy = HTTPCookie.AcceptPolicy.onlyFromMainDocumentDomain
    /// The storage of credentials; without effect.
    open var urlCredentialStorage: URLCredentialStorage?
    /// The limit of connections to one host; without effect.
    open var httpMaximumConnectionsPerHost = 6
    /// Whether requests are pipelined; without effect.
    open var httpShouldUsePipelining = false
    /// The kind of traffic; without effect.
    open var networkServiceType = NSURLRequest.NetworkServiceType.default
    /// The app group whose container a background session uses; without effect.
    open var sharedContainerIdentifier: String?
    /// Whether the system chooses the time of a background load; without effect.
    open var isDiscretionary = false
    /// Whether the app is started for a background load; without effect.
    open var sessionSendsLaunchEvents = false
    /// The identifier of a background session.
    public let identifier: String?

    private init(identifier: String?) {
        self.identifier = identifier
    }

    /// Creates a default configuration.
    public override convenience init() {
        self.init(identifier: nil)
    }

    /// A new default configuration.
    open class var `default`: AttacheURLSessionConfiguration { AttacheURLSessionConfiguration() }

    /// A new configuration without storage on disk.
    open class var ephemeral: AttacheURLSessionConfiguration { AttacheURLSessionConfiguration() }

    /// Creates the configuration of a background session, whose loads run in this process and end with it.
    open class func background(withIdentifier identifier: String) -> AttacheURLSessionConfiguration {
        AttacheURLSessionConfiguration(identifier: identifier)
    }

    /// Returns a configuration with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = AttacheURLSessionConfiguration(identifier: identifier)
        copy.timeoutIntervalForRequest = timeoutIntervalForRequest
        copy.timeoutIntervalForResource = timeoutIntervalForResource
        copy.httpAdditionalHeaders = httpAdditionalHeaders
        copy.allowsCellularAccess = allowsCellularAccess
        copy.allowsExpensiveNetworkAccess = allowsExpensiveNetworkAccess
        copy.allowsConstrainedNetworkAccess = allowsConstrainedNetworkAccess
        copy.waitsForConnectivity = waitsForConnectivity
        copy.requestCachePolicy = requestCachePolicy
        return copy
    }
}

/// The values of a configuration that have an effect, for one request.
struct SessionRules: Sendable {
    let idleLimit: Duration
    let limit: Duration
    let fields: [String: String]
    let allowsCellular: Bool
    let allowsExpensive: Bool
    let allowsConstrained: Bool

    init(_ configuration: AttacheURLSessionConfiguration, _ request: URLRequest) {
        // A request cannot tell an explicit 60 s from its default.
        let own = request.timeoutInterval
        idleLimit = Self.limit(own == 60 ? configuration.timeoutIntervalForRequest : own)
        limit = Self.limit(configuration.timeoutIntervalForResource)
        fields = Dictionary(
            (configuration.httpAdditionalHeaders ?? [:]).map { ("\($0.key.base)", "\($0.value)") },
            uniquingKeysWith: { first, _ in first }
        )
        allowsCellular = configuration.allowsCellularAccess && request.allowsCellularAccess
        allowsExpensive = configuration.allowsExpensiveNetworkAccess
        allowsConstrained = configuration.allowsConstrainedNetworkAccess
    }

    /// A time between a millisecond and a year; zero, as on iOS, is the default.
    private static func limit(_ seconds: TimeInterval) -> Duration {
        seconds > 0 ? .seconds(min(max(seconds, 0.001), 31_536_000)) : .seconds(60)
    }
}
