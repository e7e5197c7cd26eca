/// Behaviour of an extension on metered networks.
package struct NetworkRules: Sendable, Equatable {
    /// Whether to download.
    package enum Choice: String, Sendable, CaseIterable {
        case download
        case skip
    }

    /// Kinds not downloaded on cellular, by the URL's extension, before the download.
    package var cellularSkip: Set<MediaKind> = []
    /// Choice on cellular for a URL without an extension.
    package var cellularWithoutExtension: Choice = .download
    /// Choice in Low Data Mode.
    package var lowData: Choice = .download
}

extension NetworkRules {
    /// Returns the device's reasons against downloading a URL on a network, before a socket is opened, in the device's
    /// order. `DeviceLinkRule` checks the link's speed after the download.
    ///
    /// - Parameters:
    ///   - network: The receiving device's network.
    ///   - kindOfExtension: The kind of the URL's extension, or `nil` when it is unknown.
    ///   - hasExtension: Whether the URL's path ends with an extension.
    /// - Returns: The reasons to refuse; empty when the extension downloads.
    package func refusals(on network: Network, kindOfExtension: MediaKind?, hasExtension: Bool) -> [Reason] {
        [
            OfflineRule.refusal(on: network),
            LowDataRule.refusal(on: network, under: self),
            CellularRule.refusal(
                on: network,
                under: self,
                kindOfExtension: kindOfExtension,
                hasExtension: hasExtension
            ),
        ].compactMap(\.self)
    }
}

/// Refuses every download on a device without a link.
///
/// iOS fails immediately with `NSURLErrorNotConnectedToInternet` (-1009).
package enum OfflineRule {
    package static func refusal(on network: Network) -> Reason? {
        guard network.kind == .none else { return nil }
        return Reason(.networkOffline, "The device is offline, so the extension cannot download anything.")
    }
}

/// Refuses downloads in Low Data Mode, where the policy requires it.
///
/// By default iOS loads all the same; a session that does not allow constrained networks gets
/// `NSURLErrorNotConnectedToInternet` (-1009).
package enum LowDataRule {
    package static func refusal(on network: Network, under rules: NetworkRules) -> Reason? {
        guard network.isConstrained, rules.lowData == .skip else { return nil }
        return Reason(.networkLowData, "Low Data Mode is on, and this extension downloads nothing in it.")
    }
}

/// Refuses downloads on mobile networks by the URL's extension, before any download.
///
/// Hive's table: on LTE and 3G a video's or audio file's extension is not downloaded; an image, or a URL without an
/// extension, is.
package enum CellularRule {
    package static func refusal(
        on network: Network,
        under rules: NetworkRules,
        kindOfExtension: MediaKind?,
        hasExtension: Bool
    ) -> Reason? {
        guard network.kind == .cellular else { return nil }
        if let kind = kindOfExtension, rules.cellularSkip.contains(kind) {
            return Reason(
                .networkCellularSkip,
                "On \(network.name) this extension does not download \(kind.plural).",
                fix: imageFix(skipping: rules.cellularSkip)
            )
        }
        if !hasExtension, rules.cellularWithoutExtension == .skip {
            return Reason(
                .networkCellularSkip,
                "On \(network.name) this extension does not download a URL without a file extension.",
                fix: "End the URL's path with the file's extension."
            )
        }
        return nil
    }

    private static func imageFix(skipping skipped: Set<MediaKind>) -> String? {
        skipped.contains(.image) ? nil : "Send an image if the notification must show media on mobile networks."
    }
}

extension MediaKind {
    /// Plural noun for messages.
    fileprivate var plural: String {
        switch self {
        case .image: "images"
        case .video: "videos"
        case .audio: "audio files"
        }
    }
}

/// Refuses media that the device cannot load within the extension's time, however fast they load here.
package enum DeviceLinkRule {
    /// Time after which iOS calls the extension's expiry handler: one second before it stops it at 30 s.
    package static let expiryWarning: Duration = .seconds(29)

    /// Returns `network.device-too-slow` when the device's time exceeds `limit`; a time of `nil` means never.
    package static func refusal(
        ofDeviceTime deviceTime: Duration?,
        on network: Network,
        limit: Duration = expiryWarning
    ) -> Reason? {
        guard let deviceTime else { return unreachableReason(on: network) }
        guard deviceTime > limit else { return nil }
        return Reason(
            .networkDeviceTooSlow,
            "On \(network.name) the download would take \(deviceTime.seconds) s, and the extension has "
                + "\(limit.seconds) s.",
            fix: "Send smaller media, or serve them without redirects and from a faster origin."
        )
    }

    /// Returns `network.device-too-slow` when the link loses every packet, before anything is loaded.
    package static func refusal(on network: Network) -> Reason? {
        network.kind != .none && network.link.hasTotalLoss ? unreachableReason(on: network) : nil
    }

    private static func unreachableReason(on network: Network) -> Reason {
        Reason(.networkDeviceTooSlow, "On \(network.name) nothing ever arrives, so the extension's time runs out.")
    }
}

extension Duration {
    /// Seconds for messages, rounded up to a tenth, so that 29.01 s does not read as 29 s.
    fileprivate var seconds: String {
        let tenths = Int((milliseconds / 100).rounded(.up))
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
