public import AttacheCore
import AttacheSystem
import CurlFetch
import Foundation
import PolicyFiles

/// The device, its network and the rules under which the sessions of a service extension load.
///
/// The default is that of `attache`: public addresses only, App Transport Security without exceptions, and the speed of
/// good Wi-Fi. A test that serves media itself allows its address and names an Info.plist:
///
/// ```swift
/// var network = ExtensionNetwork()
/// network.allowedAddresses = ["127.0.0.1/32:8080"]
/// network.allowedPorts = ["8080"]
/// network.infoPlist = "NotificationService/Info.plist"
/// try ExtensionNetwork.use(network)
/// ```
public struct ExtensionNetwork: Sendable {
    /// The use of the network's speed.
    public enum Link: String, Sendable {
        /// A response arrives when it would arrive on the device, by the clock.
        case model
        /// The real transfer is slowed to the network's speed.
        case throttle
        /// The network's speed is ignored.
        case off
    }

    /// The Info.plist of the extension, whose App Transport Security dictionary applies; `nil` for Apple's defaults.
    public var infoPlist: String?
    /// The name of a network, such as `lte`, `very-bad` or `offline`, or the path of a network file.
    public var network = "wifi"
    /// The use of the network's speed.
    public var link = Link.model
    /// Allowed address blocks besides public ones, as `CIDR` or `CIDR:PORT`.
    public var allowedAddresses: [String] = []
    /// Allowed ports besides 80 and 443.
    public var allowedPorts: [String] = []
    /// Allowed hosts, as `NAME` or `NAME:PORT`; internal single-label names too.
    public var allowedHosts: [String] = []
    /// A PEM file of certificate authorities to trust instead of the system's.
    public var certificateAuthorityFile: String?
    /// DNS servers to use instead of the system's, as `ADDRESS` or `ADDRESS:PORT`.
    public var dnsServers: [String] = []
    /// The clock of timeouts and of the network's speed.
    let clock: SessionClock
    /// What loads in place of the network.
    package var fetcher: (any MediaFetching)?

    /// Creates the default network, with the values of the environment variables `ATTACHE_INFO_PLIST`,
    /// `ATTACHE_NETWORK`, `ATTACHE_LINK`, `ATTACHE_ALLOW_ADDRESS`, `ATTACHE_ALLOW_PORT`, `ATTACHE_ALLOW_HOST`,
    /// `ATTACHE_DNS_SERVER` and `ATTACHE_CACERT` where they are set; lists have commas.
    ///
    /// - Parameter clock: The clock of timeouts and of the network's speed.
    public init<Source: Clock>(clock: Source = ContinuousClock()) where Source.Duration == Duration {
        self.clock = SessionClock(clock)
        let environment = ProcessInfo.processInfo.environment
        func list(_ name: String) -> [String] {
            environment[name]?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
        }
        infoPlist = environment["ATTACHE_INFO_PLIST"]
        network = environment["ATTACHE_NETWORK"] ?? network
        link = environment["ATTACHE_LINK"].flatMap(Link.init(rawValue:)) ?? link
        dnsServers = list("ATTACHE_DNS_SERVER")
        allowedAddresses = list("ATTACHE_ALLOW_ADDRESS")
        allowedPorts = list("ATTACHE_ALLOW_PORT")
        allowedHosts = list("ATTACHE_ALLOW_HOST")
        certificateAuthorityFile = environment["ATTACHE_CACERT"]
    }

    /// Makes every session of this process load under a network from now on; running loads keep theirs.
    ///
    /// - Parameter network: The network.
    /// - Throws: `ConfigurationError` with every value that cannot be used.
    public static func use(_ network: ExtensionNetwork) throws(ConfigurationError) {
        let transport = try Transport(network)
        Transport.current.withLock { $0 = .success(transport) }
    }

    /// The loads that sessions of this process have ended, the oldest first; the first 10,000 are kept.
    public static var loads: [ExtensionLoad] { ExtensionLoad.ended.withLock { $0 } }

    /// Forgets the loads so far.
    public static func removeLoads() { ExtensionLoad.ended.withLock { $0.removeAll() } }
}

/// A load that a session has ended.
public struct ExtensionLoad: Sendable, Hashable {
    /// The first URL.
    public let url: String
    /// The status of the last response, if there was one.
    public let status: Int?
    /// The code of `NSURLErrorDomain`, if it failed.
    public let errorCode: Int?
    /// The reason codes of Attache, such as `ats.insecure-http`, if it failed.
    public let reasons: [String]
    /// The size of the body in bytes.
    public let byteCount: Int

    private static let limit = 10_000
    static let ended = Locked<[ExtensionLoad]>([])

    static func add(_ load: ExtensionLoad) {
        ended.withLock { loads in
            if loads.count < limit { loads.append(load) }
        }
    }
}
