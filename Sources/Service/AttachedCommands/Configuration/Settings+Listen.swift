import AttacheCommandLine
import AttacheServer
import Logging

/// Listening and authentication.
enum ListenSettings: SettingGroup {
    static let certificate = Setting<ServiceSettings>(
        "tls-certificate",
        \.certificate,
        .text,
        "file",
        completion: .file
    ) {
        "Certificate chain for TLS (PEM); enables HTTPS."
    }

    static let key = Setting<ServiceSettings>("tls-key", \.key, .text, "file", completion: .file) {
        "Private key of --\(certificate.definition.name) (PEM)."
    }

    static let state = Setting<ServiceSettings>(
        "state",
        \.state,
        .text,
        "dir",
        completion: .directory,
        discussion: """
            Default: $STATE_DIRECTORY, which systemd sets; \(StateDirectory.packaged) if writable; otherwise \
            $XDG_STATE_HOME/attached or ~/.local/state/attached. Each service needs its own. Media are in its \
            subdirectory media unless --store is set.
            """
    ) {
        "State directory, for stored media and idempotent responses."
    }

    static let settings: [Setting<ServiceSettings>] = [
        Setting(
            "listen",
            \.configuration.listen,
            SettingKind(
                "address",
                problem: "is not a valid address; use 8420, 127.0.0.1:8420, [::1]:8420 or unix:/run/attached.sock.",
                parse: { try? ListenAddress(parsing: $0) },
                format: { "\($0)" }
            )
        ) {
            "Listening address: HOST:PORT, [IPv6]:PORT, unix:PATH, or PORT on 127.0.0.1; port 0 selects a free one."
        },
        Setting(
            "socket-mode",
            \.configuration.socketMode,
            SettingKind(
                "mode",
                problem: "is not a file mode; use an octal number such as 0660.",
                parse: { text in UInt32(text, radix: 8).flatMap { $0 <= 0o777 ? $0 : nil } },
                format: { "0\(String($0, radix: 8))" }
            )
        ) {
            "Permission bits of the unix socket."
        },
        Setting(list: "host-name", \.configuration.hostNames, "name") {
            "Another host name, besides localhost, to accept on loopback without tokens. Repeatable."
        },
        certificate,
        key,
        Setting(
            "token-file",
            \.configuration.tokenFile,
            .text,
            "file",
            completion: .file,
            discussion: """
                A token has at least 16 characters; create one with openssl rand -hex 32. SIGHUP reloads the file.
                """
        ) {
            "Require a bearer token from this file, with lines of NAME TOKEN or TOKEN."
        },
        Setting("allow-everybody", \.configuration.allowsUnauthenticatedClients, .toggle) {
            "Allow unauthenticated remote access."
        },
        Setting("serve-media", \.configuration.servesMedia, .toggle) { "Serve stored media at /v1/media/{sha256}." },
        Setting("serve-samples", \.configuration.servesSamples, .toggle) {
            "Serve sample payloads and their media files at /samples, to try Attache without a network."
        },
        state,
    ]
}

/// The log on standard error.
enum LogSettings: SettingGroup {
    static let settings: [Setting<ServiceSettings>] = [
        Setting("log-level", \.logLevel, .choice, "level") {
            "Minimum log level: trace, debug, info, notice, warning, error or critical."
        },
        Setting(
            "log-format",
            \.logFormat,
            SettingKind<LogFormat>.choice.optional,
            "format",
            defaultText: "text on a terminal, otherwise json"
        ) {
            "Format of log lines on standard error: json or text."
        },
    ]
}
