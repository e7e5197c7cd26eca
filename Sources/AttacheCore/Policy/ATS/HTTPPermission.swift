/// Whether App Transport Security lets an `http` URL load, and why.
package enum HTTPPermission: Sendable, Equatable {
    /// What lets it load.
    package enum Ground: Sendable, Equatable {
        /// The host's exception has NSExceptionAllowsInsecureHTTPLoads.
        case exceptionDomain
        /// NSAllowsArbitraryLoads is on and counts.
        case arbitraryLoads
        /// The destination is local.
        case localDestination(MediaHost)
    }

    /// What keeps it from loading.
    package enum Obstacle: Sendable, Equatable {
        /// The host has an exception that does not allow http.
        case exceptionDomain(MediaHost)
        /// Nothing exempts the host.
        case secureConnectionRequired(MediaHost)
    }

    case permitted(Ground)
    case refused(Obstacle)

    /// Whether the URL loads.
    package var isPermitted: Bool {
        if case .permitted = self { true } else { false }
    }

    /// The findings: `ats.insecure-http` when it does not load, the note `ats.local-http` when it does because the
    /// destination is local, else none.
    package var reasons: [Reason] {
        switch self {
        case .permitted(.exceptionDomain), .permitted(.arbitraryLoads): []
        case .permitted(.localDestination(let host)):
            [Reason(.atsLocalHTTP, "http to \(host) is admitted because the destination is local to the device.")]
        case .refused(.exceptionDomain(let host)):
            [
                Reason(
                    .atsInsecureHTTP,
                    "App Transport Security blocks http to \(host), whose exception does not allow it.",
                    fix: "Use https, or set NSExceptionAllowsInsecureHTTPLoads in that exception."
                )
            ]
        case .refused(.secureConnectionRequired(let host)):
            [
                Reason(
                    .atsInsecureHTTP,
                    "App Transport Security blocks http to \(host).",
                    fix: "Use https, or add an exception for the host to the Info.plist of the extension."
                )
            ]
        }
    }
}
