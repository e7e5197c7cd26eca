/// The app's permission to notify, with the raw values of `UNAuthorizationStatus`.
package enum CenterAuthorization: Int, Sendable, CaseIterable {
    case notDetermined, denied, authorized, provisional, ephemeral

    /// Whether it lets an app notify that has asked.
    package var isGranted: Bool {
        switch self {
        case .authorized, .provisional, .ephemeral: true
        case .notDetermined, .denied: false
        }
    }

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

    /// Whether notifications change the badge; before the app has asked, the centre permits everything.
    package var permitsBadge: Bool { authorization == .notDetermined || options & 1 != 0 }

    /// Changes the permission as a user does, and what is granted with it.
    ///
    /// Without `granted`, what was granted before stays: at first that is a badge, sounds and alerts. An app that has not
    /// asked has nothing. Returns `false`, and changes nothing, for something granted to an app that may not notify.
    package mutating func change(to permission: CenterAuthorization?, granting granted: Set<String>?) -> Bool {
        let permission = permission ?? authorization
        guard granted == nil || permission.isGranted else { return false }
        authorization = permission
        if let granted {
            let bits = Self.optionNames.indices.filter { granted.contains(Self.optionNames[$0]) }
            options = bits.reduce(0) { $0 | 1 << $1 }
        } else if permission == .notDetermined {
            options = 0
        } else if permission.isGranted, options == 0 {
            options = 0b111
        }
        return true
    }

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

/// The order of a list of notifications.
package enum CenterOrder: String, Sendable, CaseIterable {
    /// Critical and time-sensitive ones first, then by relevance, then the latest first.
    case prominence
    /// The latest first.
    case newest
}
