import Attache
import AttacheCore
import AttacheReports
import Glibc

extension RunSummary.Fact {
    /// The facts about a run in its reports: when it began, with which version, command, policy and network.
    ///
    /// - Parameters:
    ///   - configuration: The resolved configuration.
    ///   - arguments: The arguments of the process, its name first.
    ///   - start: Seconds since 1970 in UTC.
    /// - Returns: The facts in order of display, without passwords.
    static func all(
        of configuration: AttacheConfiguration,
        arguments: [String] = CommandLine.arguments,
        start: Int = time(nil)
    ) -> [RunSummary.Fact] {
        let version = AttacheVersion.commit.map { "\(AttacheVersion.text), commit \($0)" } ?? AttacheVersion.text
        return [
            RunSummary.Fact("Started", date(start)),
            RunSummary.Fact("Version", "attache \(version)"),
            RunSummary.Fact("Command", command(arguments)),
            RunSummary.Fact("Policy", configuration.policy),
            RunSummary.Fact("Network", configuration.network),
        ]
    }

    /// A date such as `2026-11-21 16:17:13 UTC`.
    private static func date(_ seconds: Int) -> String {
        var instant = seconds
        // Unsafe, and right: the parts hold a pointer to the name of a time zone, which is not read.
        var parts = unsafe tm()
        unsafe gmtime_r(&instant, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = unsafe "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
        return unsafe "\(day) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) UTC"
    }

    /// The command as typed into a shell, with the name of the program alone and without passwords.
    private static func command(_ arguments: [String]) -> String {
        let program = arguments.first?.split(separator: "/").last.map(String.init) ?? "attache"
        let words = arguments.dropFirst().map { word in
            // A value of --option=value is redacted on its own.
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard word.hasPrefix("--"), parts.count == 2 else { return RedactedURL.value(word).quotedForShell }
            return "\(parts[0])=\(RedactedURL.value(String(parts[1])))".quotedForShell
        }
        return ([program] + words).joined(separator: " ")
    }
}

extension String {
    /// The text as one word of a shell.
    var quotedForShell: String {
        let isPlain = !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "-_./=:,@%+…".contains($0) }
        return isPlain ? self : "'\(replacing("'", with: "'\\''"))'"
    }
}
