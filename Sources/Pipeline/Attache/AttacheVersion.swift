import AttacheDatabase
import CurlFetch
import Glibc
import MagicInspect
import MediaRepair
import PolicyFiles

/// The version of Attache.
public enum AttacheVersion {
    /// The version in `--version` and the `User-Agent`.
    public static let text = "0.1.0"

    /// The commit that the program was built from, such as `1a2b3c4d5e6f`, with `-dirty` for a changed tree; `nil` unless
    /// `ATTACHE_COMMIT` was set for the build, as it is for the package.
    public static var commit: String? { BuildOrigin.commit }

    /// The version with the commit, which differs between programs that may judge differently.
    static var build: String { commit.map { "\(text)+\($0)" } ?? text }

    /// The operating system and the processor, such as `Linux x86_64`.
    public static var platform: String {
        var names = utsname()
        guard unsafe uname(&names) == 0 else { return "unknown" }
        return "\(text(of: names.sysname)) \(text(of: names.machine))"
    }

    /// The loaded libraries and their versions, such as `libcurl 7.88.1`.
    public static var libraries: [String] {
        [
            "libcurl \(CurlVersion.text)", CurlVersion.tls, "c-ares \(ResolverVersion.cares)",
            "libidn2 \(ResolverVersion.idn2)", "libmagic \(MagicVersion.text)", "libyaml \(YAMLVersion.text)",
            "SQLite \(SQLiteVersion.text)",
        ]
    }

    /// Version, commit, platform and libraries, on three lines.
    public static var description: String {
        let origin = commit.map { "commit \($0)" } ?? "commit unknown: source build"
        return "\(text) (\(origin))\nplatform: \(platform)\nlibraries: \(libraries.joined(separator: ", "))"
    }

    /// A field of `utsname`, which Swift imports as a tuple of characters.
    private static func text<Field>(of field: Field) -> String {
        // Unsafe, and right: the bytes of the value are copied at once.
        let bytes = unsafe withUnsafeBytes(of: field) { unsafe [UInt8]($0) }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}

/// The helper process for type checks, for programs that use the library.
public enum TypeHelper {
    /// Runs the helper when the process was started as one, and returns at once otherwise.
    ///
    /// A program that sets `AttacheConfiguration.typeCheck` to `.isolated`, or `AttacheConfiguration.repair` to `.on`, with
    /// itself as the program calls this first in `main`, before it has other threads.
    ///
    /// - Parameter arguments: The process's arguments, its name first.
    public static func run(ifAskedBy arguments: [String]) {
        MagicHelper.run(ifAskedBy: arguments)
        RepairHelper.run(ifAskedBy: arguments)
    }
}
