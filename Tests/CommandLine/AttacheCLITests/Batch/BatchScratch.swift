import AttacheTesting
import Foundation

/// A scratch directory for a batch: inputs, outputs and store.
final class BatchScratch: Sendable {
    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
    }

    var path: String { directory.path }

    /// Writes a file below the directory, and creates its parent directories.
    func write(_ text: String, to name: String) throws { try directory.write(text, to: name) }

    func read(_ name: String) -> String { directory.text(name) }

    func exists(_ name: String) -> Bool { directory.exists(name) }

    /// The size of a file in bytes; 0 without one.
    func byteCount(of name: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path + "/" + name)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }

    /// The numbers of a JSON report's items by outcome, and the number of listed items as `listed`.
    func outcomes(ofReport name: String) throws -> [String: Int] {
        let data = try Data(contentsOf: URL(filePath: path + "/" + name))
        let report = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        var outcomes = (report?["summary"] as? [String: Any])?["outcomes"] as? [String: Int] ?? [:]
        outcomes["listed"] = (report?["items"] as? [Any])?.count
        return outcomes
    }

    /// The text of every file below a directory whose name does not begin with a full stop, without the parts that
    /// differ between two runs: times and the store's path.
    func results(in name: String, store: String) throws -> [String: String] {
        let root = path + "/" + name
        var results: [String: String] = [:]
        for file in FileManager.default.enumerator(atPath: root)?.compactMap({ $0 as? String }) ?? [] {
            guard !file.hasPrefix("."), !file.contains("/.") else { continue }
            // A directory has no text.
            guard let text = try? String(contentsOfFile: root + "/" + file, encoding: .utf8) else { continue }
            results[file] = text.replacingOccurrences(of: path + "/" + store, with: "STORE")
                .replacing(/,"timing":\{[^}]*\}/, with: "")
        }
        return results
    }
}
