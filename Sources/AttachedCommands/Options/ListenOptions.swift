import ArgumentParser
import AttacheCommandLine

/// Where the service listens, and who is let in.
struct ListenOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where to listen: HOST:PORT, [IPv6]:PORT or unix:PATH; port 0 takes any free one (default: 127.0.0.1:8420).",
            valueName: "address"
        )
    )
    var listen: String?

    @Option(
        help: ArgumentHelp(
            "Who may connect to a unix socket, as permission bits of its file (default: 0660).",
            valueName: "mode"
        )
    )
    var socketMode: String?

    @Option(
        help: ArgumentHelp(
            "A name by which requests may call a service on loopback without tokens, besides localhost; several.",
            valueName: "name"
        )
    )
    var hostName: [String] = []

    @Option(help: ArgumentHelp("Speak TLS with this certificate chain (PEM); HTTP/2 comes with it.", valueName: "file"))
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("The private key of --tls-certificate (PEM).", valueName: "file"))
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "Let in only who has a bearer token of this file: lines of NAME TOKEN.",
            discussion: """
                A token has at least 16 characters; openssl rand -hex 32 makes one. SIGHUP reads the file again.
                """,
            valueName: "file"
        )
    )
    var tokenFile: String?

    @Flag(
        inversion: .prefixedNo,
        help: "Start even where other machines can connect and there are no tokens (default: no)."
    )
    var allowEverybody: Bool?

    @Flag(inversion: .prefixedNo, help: "Serve stored media at /v1/media/{sha256} (default: no).")
    var serveMedia: Bool?

    @Option(
        help: ArgumentHelp(
            "The directory of what outlives the process: stored media and kept answers.",
            discussion: """
                Default: $STATE_DIRECTORY, which systemd sets; /var/lib/attached where it may be written; else \
                $XDG_STATE_HOME/attached, or ~/.local/state/attached. Give each service one of its own. Media are in its \
                media directory unless --store says otherwise.
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
