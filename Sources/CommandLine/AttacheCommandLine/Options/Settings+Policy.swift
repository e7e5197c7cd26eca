package import Attache
import AttacheCore

/// The settings of the pipeline, which both programs have.
package enum PipelineSettings {
    /// All settings in order of display.
    package static let all =
        PolicySettings.settings + DeviceSettings.settings + EgressSettings.settings + TransferSettings.settings
        + RehostSettings.settings + MediaStoreSettings.settings
}

extension AttacheConfiguration: SettingTarget {}

/// The emulated extension.
package enum PolicySettings: SettingGroup {
    package static let policies = Setting<AttacheConfiguration>(
        "policies",
        \.policyDirectory,
        .text,
        "dir",
        completion: .directory
    ) {
        "A directory of policy files to add to the built-in ones."
    }

    package static let policy = Setting<AttacheConfiguration>(
        "policy",
        \.policy,
        .text,
        "name|file|auto",
        completion: .wordsOrFile(["auto"] + BuiltinPolicies.names),
        discussion: "auto selects the policy whose media keys the payload contains."
    ) {
        "The extension to emulate: a policy's name, a policy file, or auto."
    }

    package static let settings: [Setting<AttacheConfiguration>] = [
        policy,
        Setting(list: "media", \.mediaPaths, "path") {
            "Where your own extension reads media URLs, such as /custom/image, for the policy apple. Repeatable."
        },
        policies,
        Setting("info-plist", \.infoPlist, .text, "file", completion: .file) {
            "The extension's own Info.plist, for its ATS exceptions."
        },
    ]
}

/// The receiving device: network and time limit.
package enum DeviceSettings: SettingGroup {
    package static let deadline = Setting<AttacheConfiguration>(
        "deadline",
        \.deadline,
        .time(),
        defaultText: "\(EvaluationContext.extensionTime.settingText), or the policy's"
    ) {
        "The time limit of each payload, in seconds or with a unit, such as 500ms."
    }

    package static let network = Setting<AttacheConfiguration>(
        "network",
        \.network,
        .text,
        "name|file",
        completion: .wordsOrFile(Network.presets.map(\.name)),
        discussion: "Presets: \(Network.presets.map(\.name).joined(separator: ", "))."
    ) {
        "The receiving device's network: a preset's name or a file."
    }

    package static let settings: [Setting<AttacheConfiguration>] = [
        network,
        Setting("link", \.link, .choice) {
            "How the network's speed counts: model computes the device's time, throttle slows the transfer, off ignores it."
        },
        deadline,
    ]
}

/// Egress. Deny beats allow; metadata addresses are always denied.
package enum EgressSettings: SettingGroup {
    package static let settings: [Setting<AttacheConfiguration>] = [
        Setting(list: "allow-address", \.allowedAddresses, "cidr[:port]") {
            "Allow a block of addresses that is denied by default; with a port, that port too. Repeatable."
        },
        Setting(list: "allow-port", \.allowedPorts, "port") { "Allow a port besides 80 and 443. Repeatable." },
        Setting(list: "allow-host", \.allowedHosts, "name[:port]") {
            "Allow a host, even an internal single-label name; with a port, that port too. Repeatable."
        },
        Setting(list: "deny-host", \.deniedHosts, "name") {
            "Deny a host; .example.com denies every host below it. Repeatable."
        },
        Setting("proxy", \.proxy, .text, "http://host:port", isSecret: true) {
            "Tunnel every connection through this HTTP proxy. http_proxy and related variables are ignored."
        },
    ]
}

extension AttacheConfiguration {
    /// The directory of `--policies`.
    fileprivate var policyDirectory: String? {
        get { policyDirectories.first }
        set { policyDirectories = newValue.map { [$0] } ?? [] }
    }
}
