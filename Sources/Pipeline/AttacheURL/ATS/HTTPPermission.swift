/// Whether App Transport Security permits an `http` URL, and why.
package enum HTTPPermission: Sendable, Equatable {
    /// The reason for permitting it.
    package enum Ground: Sendable, Equatable {
        /// The host's exception has NSExceptionAllowsInsecureHTTPLoads.
        case exceptionDomain
        /// NSAllowsArbitraryLoads is on and counts.
        case arbitraryLoads
        /// The destination is local.
        case localDestination(MediaHost)
    }

    /// The reason for blocking it.
    package enum Obstacle: Sendable, Equatable {
        /// The host has an exception that does not allow http.
        case exceptionDomain(MediaHost)
        /// Nothing exempts the host.
        case secureConnectionRequired(MediaHost)
    }

    case permitted(Ground)
    case refused(Obstacle)

    package var isPermitted: Bool {
        if case .permitted = self { true } else { false }
    }

    /// The findings: `ats.insecure-http` when the URL is blocked, the note `ats.local-http` when it is permitted for a
    /// local destination, else none.
    package var reasons: [Reason] {
        switch self {
        case .permitted(.exceptionDomain), .permitted(.arbitraryLoads): []
        case .permitted(.localDestination(let host)):
            [Reason(.atsLocalHTTP, "http to \(host) is allowed because the destination is local to the device.")]
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
