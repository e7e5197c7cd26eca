import AttacheCore
import AttacheSystem
import ExtensionSources
import Glibc

/// What a command that runs again sees of its files: an editor may change, replace or remove them at any time.
struct FileWatch: Equatable {
    /// For each file its time of change, size and number: a replaced file has another number.
    private let stamps: [String: [Int]]
    /// Whether the sources could be read.
    let isComplete: Bool

    /// Looks at the sources in files and folders, and at other files.
    init(_ paths: [String], _ others: [String]) {
        let sources = try? ExtensionSources(paths)
        isComplete = sources.map { !$0.files.isEmpty } ?? false
        var stamps: [String: [Int]] = [:]
        let resources = (sources?.resources ?? []).flatMap(Self.all)
        for path in (sources?.files.map(\.path) ?? []) + (sources?.infoPlists ?? []) + resources + others {
            var facts = stat()
            guard unsafe stat(path, &facts) == 0 else { continue }
            stamps[path] = [facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec, Int(facts.st_size), Int(facts.st_ino)]
        }
        self.stamps = stamps
    }

    /// A file, or a folder that is a bundle with all below it.
    private static func all(_ path: String) -> [String] {
        var facts = stat()
        // No link is followed: it may lead in a circle.
        guard unsafe lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else { return [path] }
        return [path] + (Paths.names(in: path) ?? []).flatMap { all("\(path)/\($0)") }
    }

    /// Waits until the files are there and differ, with a look twice a second; returns `false` when the command shall
    /// stop.
    func waitForChange(of paths: [String], _ others: [String], _ stop: InterruptSignal) async throws -> Bool {
        while !stop.isRequested {
            try await ContinuousClock().sleep(for: .milliseconds(500))
            let now = FileWatch(paths, others)
            // An editor may replace a file by removing it first.
            if now.isComplete, now != self { return !stop.isRequested }
        }
        return false
    }
}
