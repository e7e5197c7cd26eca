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
