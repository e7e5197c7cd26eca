import ArgumentParser
import AttacheCommandLine

/// The options for listening and authentication.
struct ListenOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Listening address: HOST:PORT, [IPv6]:PORT or unix:PATH; port 0 selects a free one (default: 127.0.0.1:8420).",
            valueName: "address"
        )
    )
    var listen: String?

    @Option(
        help: ArgumentHelp(
            "Permission bits of the unix socket (default: 0660).",
            valueName: "mode"
        )
    )
    var socketMode: String?

    @Option(
        help: ArgumentHelp(
            "Additional host name accepted on loopback without tokens, besides localhost (repeatable).",
            valueName: "name"
        )
    )
    var hostName: [String] = []

    @Option(help: ArgumentHelp("Certificate chain for TLS (PEM); enables HTTPS and HTTP/2.", valueName: "file"))
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("Private key of --tls-certificate (PEM).", valueName: "file"))
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "Require a bearer token from this file, with lines of NAME TOKEN.",
            discussion: """
                A token has at least 16 characters; create one with openssl rand -hex 32. SIGHUP reloads the file.
                """,
            valueName: "file"
        )
    )
    var tokenFile: String?

    @Flag(
        inversion: .prefixedNo,
        help: "Allow unauthenticated remote access (default: no)."
    )
    var allowEverybody: Bool?

    @Flag(inversion: .prefixedNo, help: "Serve stored media at /v1/media/{sha256} (default: no).")
    var serveMedia: Bool?

    @Option(
        help: ArgumentHelp(
            "State directory, for stored media and idempotent responses.",
            discussion: """
                Default: $STATE_DIRECTORY, which systemd sets; /var/lib/attached if writable; otherwise \
                $XDG_STATE_HOME/attached or ~/.local/state/attached. Each service needs its own. Media are in its \
                subdirectory media unless --store is set.
                """,
            valueName: "dir"
        )
    )
    var state: String?
}

extension ListenOptions: FlagGroup {
    var flags: FlagValues {
        FlagValues(
            single: [
                "listen": listen,
                "socket-mode": socketMode,
                "tls-certificate": tlsCertificate,
                "tls-key": tlsKey,
                "token-file": tokenFile,
                "allow-everybody": allowEverybody.map { "\($0)" },
                "serve-media": serveMedia.map { "\($0)" },
                "state": state,
            ],
            repeated: ["host-name": hostName]
        )
    }
}
