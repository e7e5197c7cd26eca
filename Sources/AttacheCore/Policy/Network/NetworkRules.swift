extension NetworkRules {
    /// Everything that can be said of a URL on a network before a socket is opened, in the order the device meets it.
    ///
    /// What the link's speed means is judged after the download, by `DeviceLinkRule`.
    ///
    /// - Parameters:
    ///   - network: The receiving device's network.
    ///   - kindOfExtension: The kind that the URL's extension names, or `nil` when it names none that is known.
    ///   - hasExtension: Whether the URL's path ends with an extension at all.
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

/// A device without a link loads nothing.
///
/// iOS gives `NSURLErrorNotConnectedToInternet` (-1009) at once, without trying.
package enum OfflineRule {
    /// Judges the network.
    ///
    /// - Parameter network: The receiving device's network.
    /// - Returns: `network.offline`, or `nil` when there is a link.
    package static func refusal(on network: Network) -> Reason? {
        guard network.kind == .none else { return nil }
        return Reason(
            .networkOffline,
            "The device is offline, so the extension cannot download anything."
        )
    }
}

/// An extension that respects Low Data Mode downloads nothing while it is on.
///
/// Only where the policy says so: by itself iOS loads all the same, and a session that does not allow constrained
/// networks gets `NSURLErrorNotConnectedToInternet` (-1009).
package enum LowDataRule {
    /// Judges the network.
    ///
    /// - Parameters:
    ///   - network: The receiving device's network.
    ///   - rules: What the extension does on networks that cost.
    /// - Returns: `network.low-data`, or `nil` when the extension downloads.
    package static func refusal(on network: Network, under rules: NetworkRules) -> Reason? {
        guard network.isConstrained, rules.lowData == .skip else { return nil }
        return Reason(
            .networkLowData,
            "Low Data Mode is on, and this extension does not download while it is."
        )
    }
}

/// An extension that saves mobile data judges by the URL's extension, before any download, what it leaves out.
///
/// Hive's table: on LTE and 3G a video's or audio file's extension is not downloaded; an image, or a URL without an
/// extension, is.
package enum CellularRule {
    /// Judges a URL's extension on the network.
    ///
    /// - Parameters:
    ///   - network: The receiving device's network.
    ///   - rules: What the extension does on networks that cost.
    ///   - kindOfExtension: The kind that the URL's extension names, or `nil` when it names none that is known.
    ///   - hasExtension: Whether the URL's path ends with an extension at all.
    /// - Returns: `network.cellular-skip`, or `nil` when the extension downloads.
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
        skipped.contains(.image) ? nil : "Send an image where the notification must show media on mobile networks."
    }
}

extension MediaKind {
    /// The kind in the middle of a sentence.
    fileprivate var plural: String {
        switch self {
        case .image: "images"
        case .video: "videos"
        case .audio: "audio files"
        }
    }
}

/// Media that the device cannot load within the extension's time are not shown, however fast they load here.
package enum DeviceLinkRule {
    /// When iOS tells an extension that its time is over: one second before it is stopped at 30 s.
    package static let expiryWarning: Duration = .seconds(29)

    /// Judges the time that the device would have taken.
    ///
    /// - Parameters:
    ///   - deviceTime: What `LinkModel.deviceTime` gave; `nil` means never.
    ///   - network: The receiving device's network.
    ///   - limit: The time the extension has; exactly that long still passes.
    /// - Returns: `network.device-too-slow`, or `nil` when the media arrive in time.
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

    /// Judges the link alone, before anything is loaded.
    ///
    /// - Parameter network: The receiving device's network.
    /// - Returns: `network.device-too-slow` when the link loses everything, else `nil`.
    package static func refusal(on network: Network) -> Reason? {
        network.kind != .none && network.link.hasTotalLoss ? unreachableReason(on: network) : nil
    }

    private static func unreachableReason(on network: Network) -> Reason {
        Reason(
            .networkDeviceTooSlow,
            "On \(network.name) nothing ever arrives, so the extension's time runs out."
        )
    }
}

extension Duration {
    /// The duration in seconds for people, to a tenth and rounded up, so that 29.01 s does not read as 29 s.
    fileprivate var seconds: String {
        let tenths = Int((milliseconds / 100).rounded(.up))
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
