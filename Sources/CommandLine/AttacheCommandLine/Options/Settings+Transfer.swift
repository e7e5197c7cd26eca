package import Attache
import AttacheCore

/// Downloads and caches.
package enum TransferSettings: SettingGroup {
    package static let certificateAuthorities = Setting<AttacheConfiguration>(
        "cacert",
        \.certificateAuthorityFile,
        .text,
        "file",
        completion: .file
    ) {
        "Trust these certificate authorities instead of the system's (PEM)."
    }

    package static let dnsServers = Setting<AttacheConfiguration>(list: "dns-server", \.dnsServers, "address:port") {
        "Use this DNS server instead of the system's. Repeatable."
    }

    package static let store = Setting<AttacheConfiguration>(
        "store",
        \.storeDirectory,
        .text,
        "dir",
        completion: .directory,
        defaultText: "$XDG_CACHE_HOME/attache, or ~/.cache/attache",
        discussion: "The default of attached is the subdirectory media of its --state."
    ) {
        "The directory of verified media."
    }

    package static let cacheLimit = Setting<AttacheConfiguration>(
        "cache-limit",
        \.storeLimit,
        .size,
        alias: "store-limit",
        discussion: """
            Media in use count too. Media that the results of a batch refer to are never evicted. When all media are in \
            use, pushes fall back with attach.store-full. --store-limit is the same.
            """
    ) {
        "The size limit of the store; the least recently used media are evicted first."
    }

    package static let diskReserve = Setting<AttacheConfiguration>(
        "disk-reserve",
        \.diskReserve,
        reserve,
        defaultText: "the smaller of 5% and 1GiB",
        discussion:
            "With less space, the store deletes media that are not in use; if that is not enough, it stores no more."
    ) {
        "The space that the store leaves free on its disk, as a size or a percentage."
    }

    /// A number of bytes, or a whole percentage from 0 to 99.
    private static let reserve = SettingKind<DiskReserve>(
        "size|percentage",
        problem: "is not a size or a percentage; use 1GiB or 5%, or 0B for none.",
        parse: { text in
            guard text.hasSuffix("%") else {
                return (try? ByteSize(parsing: text)).map { .bytes($0.byteCount) }
            }
            return Int(text.dropLast()).flatMap { (0...99).contains($0) ? .percent($0) : nil }
        },
        format: { reserve in
            switch reserve {
            case .standard: nil
            case .bytes(let count): "\(ByteSize(byteCount: count))"
            case .percent(let share): "\(share)%"
            }
        }
    )

    package static let typeCheck = Setting<AttacheConfiguration>(
        "type-check",
        \.typeCheckMode,
        .choice,
        "where",
        defaultText: bulkText(\.typeCheckMode)
    ) {
        "Where libmagic checks types: in-process, or isolated in a sandboxed helper."
    }

    package static let repair = Setting<AttacheConfiguration>(
        "repair",
        \.repairs,
        .toggle,
        discussion: """
            Needs the Debian packages libvips-tools, for images, and ffmpeg, for videos and BMP. The payload still names the \
            original.
            """
    ) {
        "Convert media that a device would refuse, in a sandbox: WebP, HEIC, AVIF, SVG, WebM, too large …"
    }

    package static let jobs = Setting<AttacheConfiguration>("jobs", \.transferLimit, .count(1...10_000)) {
        "The maximum number of concurrent payloads."
    }

    package static let settings: [Setting<AttacheConfiguration>] = [
        certificateAuthorities,
        dnsServers,
        store,
        Setting(
            "cache",
            \.cache,
            .choice,
            defaultText: bulkText(\.cache),
            discussion: "disk follows the origin's Cache-Control, Expires, ETag and Last-Modified (RFC 9111)."
        ) {
            "How long verdicts on media are cached: off for not at all, run until the end, disk across runs."
        },
        cacheLimit,
        diskReserve,
        Setting(
            "failure-lifetime",
            \.permanentFailureLifetime,
            .time(atLeast: .zero),
            discussion: "For other clients than the one that saw it, attached caches it for 60s at most."
        ) {
            "How long a permanent failure is cached."
        },
        Setting(
            "transient-failure-lifetime",
            \.transientFailureLifetime,
            .time(atLeast: .zero),
            discussion: "For other clients than the one that saw it, attached caches it for 60s at most."
        ) {
            "How long a temporary failure is cached."
        },
        typeCheck,
        repair,
        Setting("host-cooling", \.hostCooling, .time(atLeast: .zero)) {
            "How long a host is skipped after three consecutive failures; 0s for never."
        },
        jobs,
        Setting("per-host", \.connectionsPerHost, .count(1...1000)) {
            "The maximum number of connections to one host."
        },
    ]

    /// The default in the help, where that of `AttacheConfiguration.bulk` differs.
    private static func bulkText<Value: RawRepresentable<String>>(
        _ path: KeyPath<AttacheConfiguration, Value>
    ) -> String {
        let (usual, bulk) = (AttacheConfiguration()[keyPath: path], AttacheConfiguration.bulk[keyPath: path])
        return "\(usual.rawValue); \(bulk.rawValue) for batch and attached"
    }
}

extension AttacheConfiguration {
    /// The defaults of `batch` and `attached`: bulk untrusted bytes are checked in isolation, and media are cached across
    /// runs.
    package static var bulk: AttacheConfiguration {
        var configuration = AttacheConfiguration()
        configuration.typeCheckMode = .isolated
        configuration.cache = .disk
        return configuration
    }

    fileprivate var repairs: Bool {
        get { repair != .off }
        set { repair = newValue ? .on(program: "/proc/self/exe") : .off }
    }

    fileprivate var typeCheckMode: TypeCheckMode {
        get { typeCheck == .inProcess ? .inProcess : .isolated }
        set {
            switch newValue {
            case .inProcess: typeCheck = .inProcess
            case .isolated: typeCheck = .isolated(program: "/proc/self/exe")
            }
        }
    }
}

/// A value of `--type-check`.
package enum TypeCheckMode: String, CaseIterable, Sendable {
    /// In the process itself.
    case inProcess = "in-process"
    /// In a sandboxed helper process.
    case isolated
}
