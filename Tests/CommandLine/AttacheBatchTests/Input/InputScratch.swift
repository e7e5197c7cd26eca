import AttacheCore
import AttacheDatabase
import AttacheTesting
import Foundation
import SystemPackage

@testable import AttacheBatch

/// Inputs, an output directory and a ledger for tests of the input opener.
final class InputScratch {
    let ledger: RunLedger
    let output: OutputDirectory
    let opener: InputOpener
    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
        try FileManager.default.createDirectory(atPath: directory.path("in"), withIntermediateDirectories: true)
        output = try OutputDirectory(directory.path("out"))
        ledger = try RunLedger(path: output.ledgerPath)
        opener = InputOpener(ledger: ledger, output: output, stopDescriptor: -1)
    }

    var path: String { directory.path }

    func write(_ text: String, to name: String) throws { try directory.write(text, to: name) }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
    }

    func walk() throws -> InputWalker {
        InputWalker(try BatchRoots([path + "/in"], output: path + "/out").roots)
    }

    /// The only input.
    func found() throws -> DiscoveredInput? { try walk().next() }

    /// A file at `path`, given as the input with that name.
    func given(_ name: String, at path: String) -> DiscoveredInput {
        DiscoveredInput(
            entry: InputEntry(
                name: FilePath(name),
                source: name,
                place: .file(FilePath(path)),
                framing: name.hasSuffix(".ndjson") ? .lines : .oneValue,
                compression: nil,
                output: FilePath(name)
            )
        )
    }

    /// Opens an input and finishes its pending items; the result of an item is its source.
    ///
    /// - Parameters:
    ///   - found: The input.
    ///   - isFault: Whether an item fails for a temporary reason.
    /// - Returns: The pending payloads, or `nil` when the machine cannot read the input.
    /// - Throws: Errors of opening, reading and committing.
    func finish(_ found: DiscoveredInput, fault isFault: (String) -> Bool = { _ in false }) throws -> [String]? {
        var units: [BatchChunk] = []
        switch try opener.open(found) {
        case .finished: return []
        case .items(let unit): units = [unit]
        case .lines(let feed):
            while let unit = try feed.next() { units.append(unit) }
        case .fault, .stopped: return nil
        }
        var group = CommitGroup()
        var done: [String] = []
        for item in units.flatMap(\.items) {
            guard case .bytes(let bytes) = item.content else {
                done.append("\(item.content)")
                group.append(.completed(.made(of: item, "rejected", isFault: false)))
                continue
            }
            let text = String(decoding: bytes, as: UTF8.self)
            if item.isReused {
                group.append(.completed(CompletedItem(kept: bytes, of: item, readCount: 0)))
            } else {
                done.append(text)
                group.append(.completed(.made(of: item, "result of \(text)", isFault: isFault(text))))
            }
        }
        group.append(.checkpoints(units.flatMap(\.checkpoints)))
        var committer = BatchCommitter(ledger: ledger, output: output)
        try committer.commit(group)
        try committer.finish()
        return done
    }
}
