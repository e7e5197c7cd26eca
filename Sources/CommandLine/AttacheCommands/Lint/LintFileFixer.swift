import Attache
import AttacheBatch
import AttacheCommandLine
import AttacheCore
import AttacheLint
import AttacheSystem
import CommandSupport
import Glibc

/// `lint --fix`: mends files in place, or prints what it would change.
struct LintFileFixer {
    /// The limit of a file in bytes: its text is in memory twice.
    private static let sizeLimit = 256 << 20

    private let fixer: PayloadFixer
    private let readsLines: Bool
    private let settings: RunSettings

    init(_ linter: PayloadLinter, readsLines: Bool, _ settings: RunSettings) {
        fixer = PayloadFixer(linter)
        self.readsLines = readsLines
        self.settings = settings
    }

    /// Mends all files; with `onlyPrints` it writes a unified diff to standard output and nothing else.
    func run(_ files: [PayloadFile], onlyPrints: Bool) throws -> CommandStatus {
        var statuses: [CommandStatus] = []
        var (changeCount, fileCount) = (0, 0)
        for file in files {
            do {
                let text = try file.bytes(limit: Self.sizeLimit)
                let (mended, codes, isRejected) = mend(text, isLines: readsLines || file.framing == .lines)
                if isRejected {
                    settings.diagnostics.warning("\(file.source) has a value that is not a deliverable push.")
                    statuses.append(.rejectedInput)
                }
                guard !codes.isEmpty, let path = file.path else { continue }
                changeCount += codes.count
                fileCount += 1
                if onlyPrints {
                    let diff = UnifiedDiff.text(from: text, to: mended, name: Self.diffName(file.source))
                    try StandardOutput.write(diff)
                } else {
                    statuses.append(write(mended, to: path, codes))
                }
            } catch let error as InputError {
                settings.diagnostics.error(error.sentence)
                statuses.append(.rejectedInput)
            }
        }
        let files = "\(fileCount) of \(files.count) \(files.count == 1 ? "file" : "files")"
        if !onlyPrints { try StandardOutput.write("\(changeCount) mended in \(files)\n") }
        return CommandStatus.worst(of: statuses.filter { $0 != .success })
    }

    /// The mended text of a file, line by line where each line is a payload, and whether a payload of it is not a
    /// deliverable push.
    private func mend(_ text: [UInt8], isLines: Bool) -> (text: [UInt8], codes: [LintCode], isRejected: Bool) {
        guard isLines else { return mend(text) }
        var (mended, codes, isRejected) = ([UInt8](), [LintCode](), false)
        mended.reserveCapacity(text.count)
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: JSONByte.lineFeed) ?? text.count
            let line = mend(Array(text[start..<end]))
            mended += line.text
            codes += line.codes
            isRejected = isRejected || line.isRejected
            if end < text.count { mended.append(JSONByte.lineFeed) }
            start = end + 1
        }
        return (mended, codes, isRejected)
    }

    /// Mends one payload; blank text is none, and what is too long stays as it is.
    private func mend(_ text: [UInt8]) -> (text: [UInt8], codes: [LintCode], isRejected: Bool) {
        guard text.contains(where: { !JSONByte.isWhiteSpace($0) }) else { return (text, [], false) }
        guard text.count <= ItemReader.itemLimit else { return (text, [], true) }
        let fixed = fixer.fixed(text)
        return (fixed.bytes, fixed.codes, fixed.isRejected)
    }

    private func write(_ text: [UInt8], to path: String, _ codes: [LintCode]) -> CommandStatus {
        // A link stays a link: the file that it names is replaced.
        let target = Paths.resolved(path) ?? path
        do {
            if try !AtomicFile.write(to: target, { try $0(text) }) {
                settings.diagnostics.warning("\(path) has another owner or group now: only root can keep them.")
            }
        } catch {
            let cause = (error as? SystemCallError)?.message ?? "\(error)"
            settings.diagnostics.error("\(path) cannot be written: \(cause).")
            return .runtimeFault
        }
        settings.diagnostics.info("\(path): \(codes.map(\.name).joined(separator: ", "))")
        return .success
    }

    /// The path in a diff, which `patch -p1` finds: without a slash at its front.
    private static func diffName(_ path: String) -> String { String(path.drop { $0 == "/" }) }
}
