import AttacheCore
import ExtensionSources

/// Collects findings, and joins those of one cause.
struct AppFindings {
    /// The limit of the findings of a run.
    private static let limit = 500

    private struct Key: Hashable {
        let code: AppCode
        /// Settings of several configurations stand in several lines of one file.
        let file: String
        let message: String
    }

    private struct Entry {
        let key: Key
        /// The first of its places.
        let place: FindingPlace
        let severity: SourceFinding.Severity
        let fix: String
        /// The configurations in which it was seen; empty for what does not depend on one.
        var configurations: [String]
        /// The same, to look one up.
        var known: Set<String>
        /// The configurations of its project.
        let total: Int
    }

    private var entries: [Entry] = []
    private var places: [Key: Int] = [:]
    /// The configuration that is being checked, and all of its project.
    private var current: String?
    private var total = 0

    /// Says that the findings that follow are of one of several configurations.
    mutating func enter(_ configuration: String?, of all: [String]) {
        current = configuration
        total = all.count
    }

    mutating func add(
        _ code: AppCode,
        _ message: String,
        fix: String? = nil,
        severity: SourceFinding.Severity? = nil,
        at place: FindingPlace
    ) {
        let key = Key(code: code, file: place.file, message: message)
        if let index = places[key] {
            if let current, entries[index].known.insert(current).inserted {
                entries[index].configurations.append(current)
            }
            return
        }
        guard entries.count < Self.limit else { return }
        places[key] = entries.count
        let configurations = current.map { [$0] } ?? []
        entries.append(
            Entry(
                key: key,
                place: place,
                severity: severity ?? code.severity,
                fix: fix ?? code.texts.fix,
                configurations: configurations,
                known: Set(configurations),
                total: total
            )
        )
    }

    /// The findings in the order of files and lines; a configuration is named where not all have the finding.
    var finished: [SourceFinding] {
        let findings = entries.map { entry in
            let isPart = !entry.configurations.isEmpty && entry.configurations.count < entry.total
            let names = entry.configurations.joined(separator: ", ")
            let suffix = isPart ? " (configuration\(entry.configurations.count == 1 ? "" : "s") \(names))" : ""
            return SourceFinding(
                code: entry.key.code.rawValue,
                severity: entry.severity,
                file: entry.place.file,
                line: entry.place.line,
                column: entry.place.column,
                message: Self.inserted(suffix, in: entry.key.message),
                fix: entry.fix
            )
        }
        return findings.sorted { ($0.file, $0.line, $0.code) < ($1.file, $1.line, $1.code) }
    }

    private static func inserted(_ suffix: String, in message: String) -> String {
        guard !suffix.isEmpty, message.hasSuffix(".") else { return message + suffix }
        return message.dropLast() + suffix + "."
    }
}
