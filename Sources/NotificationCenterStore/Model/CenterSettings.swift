/// The app's permission to notify, with the raw values of `UNAuthorizationStatus`.
package enum CenterAuthorization: Int, Sendable, CaseIterable {
    case notDetermined, denied, authorized, provisional, ephemeral

    /// The word on the command line.
    package var name: String {
        switch self {
        case .notDetermined: "not-determined"
        case .denied: "denied"
        case .authorized: "authorized"
        case .provisional: "provisional"
        case .ephemeral: "ephemeral"
        }
    }
}

/// The app's permissions.
package struct CenterSettings: Sendable, Equatable {
    package var authorization = CenterAuthorization.notDetermined
    /// The bits of `UNAuthorizationOptions` that were granted.
    package var options = 0

    package init() {}

    /// The names of the options, by bit.
    package static let optionNames = [
        "badge", "sound", "alert", "car-play", "critical-alert", "app-settings", "provisional", "announcement",
        "time-sensitive",
    ]

    /// The names of the granted options.
    package var grantedNames: [String] {
        Self.optionNames.enumerated().filter { options & 1 << $0.offset != 0 }.map(\.element)
    }
}
