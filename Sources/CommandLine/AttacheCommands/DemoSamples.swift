import AttacheCommandLine
import AttacheCore
import AttacheSystem
import CommandSupport
import ExtensionSources
import LoopbackOrigin
import PolicyFiles

/// The samples of `attache demo --write`: a directory with payloads, and the media files that they name.
struct DemoSamples {
    /// The port in the URLs of the payloads, unless the user names another.
    static let defaultPort: UInt16 = 8421
    /// The longest media file that is served, in bytes: what iOS takes, and more.
    private static let limit = 100_000_000

    let directory: String
    let port: UInt16

    private var host: String { "localhost:\(port)" }
    /// Writes all files; throws `ConfigurationError` unless the directory is new or empty.
    func write() throws {
        let exists = InputPaths.exists(directory)
        if exists, !InputPaths.isDirectory(directory) || Paths.names(in: directory, limit: 1)?.isEmpty != true {
            throw ConfigurationError(problems: [
                "invalid --write: \(directory) is not an empty directory; use a new one."
            ])
        }
        do throws(SystemCallError) {
            try Paths.makeFolder(directory)
            for (file, row) in DemoCase.samples {
                let payload = row.payload(origin: "http://\(host)") + "\n"
                try ScratchFile.write(Array(payload.utf8), to: "\(directory)/\(file)")
            }
            for file in DemoCase.sampleMedia { try ScratchFile.write(file.bytes, to: "\(directory)/\(file.rawValue)") }
        } catch {
            let path = error.path ?? directory
            throw SurroundingsError(sentence: "\(path) cannot be written: \(error.message).")
        }
    }

    /// What was written, and the commands to try.
    var guide: String {
        let directory = directory.quotedForShell
        let port = port == Self.defaultPort ? "" : " --port \(port)"
        let samples = DemoCase.samples
        let width = samples.map(\.file.count).max() ?? 0
        let list = samples.map { "  \($0.file.padded(to: width))  \($0.row.title)\n" }.joined()
        return """
            \(self.directory.escapedForTerminal) has \(samples.count) payloads and the \(DemoCase.sampleMedia.count) media files \
            that they name:

            \(list)
            Serve the media files on this machine, and leave that running:

              attache demo --serve \(directory)\(port)

            Then try, in another terminal:

              attache explain \(directory)/attached.json --allow-host \(host)
              attache explain \(directory)/webp.json --allow-host \(host)
              attache explain \(directory)/no-flag.json
              attache matrix \(directory)/fcm.json --allow-host \(host)
              attache lint \(directory) --lint-ignore test-host=samples
              attache batch \(directory) --out results --allow-host \(host)

            Attache loads from public hosts only; --allow-host also lets it load from this machine.

            """
    }

    /// Starts the server of the directory's media files; call `stop` when done.
    func serve() throws -> LoopbackOrigin {
        try InputPaths.check([directory])
        guard (Paths.names(in: directory) ?? []).contains(where: { Self.format($0) != nil }) else {
            let problem = "invalid --serve: \(directory) has no media files; use a directory of attache demo --write."
            throw ConfigurationError(problems: [problem])
        }
        let directory = directory
        do throws(SystemCallError) {
            return try LoopbackOrigin.start(port: Int(port)) { request in
                let name = String(request.path.dropFirst())
                guard !name.contains("/"), let format = Self.format(name),
                    let bytes = try? SmallFile.read("\(directory)/\(name)", limit: Self.limit)
                else { return .status(404) }
                return .file(bytes, type: format.mimeType)
            }
        } catch {
            let cause = "The media files cannot be served on port \(port): \(error.message)."
            throw SurroundingsError(sentence: "\(cause) Write the samples with another --port, and serve them on it.")
        }
    }

    /// What the server prints when it is ready.
    var readiness: String {
        "The media files of \(directory.escapedForTerminal) are at http://\(host)/ until Ctrl-C.\n"
    }

    private static func format(_ name: String) -> MediaFormat? {
        name.lastIndex(of: ".").flatMap { MediaFormat.named(byExtension: String(name[name.index(after: $0)...])) }
    }
}
