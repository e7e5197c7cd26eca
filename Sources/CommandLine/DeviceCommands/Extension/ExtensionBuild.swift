import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem
import CommandSupport
import ExtensionSources
import Glibc

/// The compilation of extensions in a folder of the cache.
struct ExtensionBuild: Sendable {
    /// The end of a compilation: the program, or what the compiler wrote.
    enum End: Sendable {
        case program(String)
        case failed(String)
    }

    /// A release build without optimisation: one process compiles each module as a whole, where a debug build has three that
    /// read the same files. No debugger sees the program, so that it needs no debug information.
    private static let fast =
        ["-c", "release", "-debug-info-format", "none"]
        + ["-Onone", "-DDEBUG", "-no-emit-module-separately-wmo"].flatMap { ["-Xswiftc", $0] }

    private let package: AttachePackage
    private let swift: String
    private let directory: String
    private let environment: [String: String]
    private let diagnostics: Diagnostics
    private let stop: InterruptSignal

    /// Finds the toolchain and the folder; throws `ConfigurationError` without a toolchain.
    init(
        _ package: AttachePackage,
        _ diagnostics: Diagnostics,
        until stop: InterruptSignal
    ) throws(ConfigurationError) {
        var variables = ProcessEnvironment.current
        guard let found = Self.program("swift", in: variables["PATH"] ?? "") else {
            throw ConfigurationError(
                problems: [
                    "There is no Swift toolchain, which attache extension needs to compile the extension. Install "
                        + "Swift 6.2 or newer from https://www.swift.org/install/linux/ and add its usr/bin to PATH."
                ]
            )
        }
        self.package = package
        swift = found
        let cache = variables["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let base = cache ?? (variables["HOME"] ?? "/tmp") + "/.cache"
        // All extensions share what is compiled of the package, which takes most of the time.
        let key = ScratchPackage.key(of: [Array(package.declaration.utf8)])
        directory = "\(base)/attache/extensions/\(key)"
        variables["ATTACHE_EXTENSIONS_ONLY"] = "1"
        // Warnings of the extension are warnings.
        variables["ATTACHE_STRICT"] = nil
        // SwiftPM leaves folders there. Always the same: it keeps what it read of a manifest by the variables too.
        variables["TMPDIR"] = "\(directory)/tmp"
        environment = variables
        self.diagnostics = diagnostics
        self.stop = stop
    }

    /// Compiles extensions; `target` is one to stop at, instead of the program. Throws `CancellationError` after Ctrl-C.
    func compile(
        _ extensions: [ScratchExtension],
        target: String? = nil,
        playsScripts: Bool = false
    ) async throws -> End {
        let scratch = ScratchPackage(
            directory: "\(directory)/package",
            package: package,
            extensions: extensions,
            playsScripts: playsScripts
        )
        let lock: FileDescriptor
        do throws(SystemCallError) {
            try Paths.makeFolder(directory)
            lock = try Self.lock("\(directory)/lock")
        } catch {
            throw ScratchFailure.surroundings(error)
        }
        // Another run would replace the package.
        let end = try await Self.onThread { () throws(SystemCallError) -> End? in
            guard take(lock) else { return nil }
            try scratch.write()
            try Paths.makeFolder("\(directory)/tmp")
            defer { TemporaryDirectory.remove("\(directory)/tmp") }
            if !InputPaths.exists("\(directory)/package/.build/workspace-state.json") {
                diagnostics.warning(
                    "The first compilation also compiles the modules for extensions; it takes about a minute."
                )
            }
            let choice = target.map { ["--target", $0] } ?? ["--product", ScratchPackage.program]
            let command = [swift, "build", "--package-path", "\(directory)/package"] + Self.fast + choice
            let (end, output) = try ToolProcess.run(command, environment: environment, mergesErrors: true, until: stop)
            if stop.isRequested { return nil }
            diagnostics.debug(String(decoding: output, as: UTF8.self))
            guard end == .exited(0) else { return .failed(Self.messages(in: output)) }
            guard target == nil else { return .program("") }
            let built = ExtensionSources.absolute("\(directory)/package/.build/release/\(ScratchPackage.program)")
            let programs = ScratchPrograms(directory: "\(directory)/programs")
            return .program(try programs.place(built, of: extensions, playsScripts: playsScripts))
        }
        guard let end else { throw CancellationError() }
        return end
    }

    /// Takes the lock of the package, and looks for a stop ten times a second meanwhile; returns `false` after one.
    private func take(_ lock: FileDescriptor) -> Bool {
        var isReported = false
        while flock(lock.number, LOCK_EX | LOCK_NB) != 0 {
            // A file system without locks has one run at a time.
            guard errno == EAGAIN || errno == EINTR else { return true }
            if !isReported {
                diagnostics.warning("Another run is compiling extensions; this one waits until it ends.")
                isReported = true
            }
            var watched = [pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0)]
            if StopSignal.poll(&watched, until: ContinuousClock.now + .milliseconds(100)) { return false }
        }
        return true
    }

    private static func lock(_ path: String) throws(SystemCallError) -> FileDescriptor {
        let number = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard number >= 0 else { throw SystemCallError(operation: "open", path: path, code: errno) }
        return FileDescriptor(number)
    }

    /// The messages of the compiler without its progress, each once: it repeats them for every job.
    static func messages(in output: [UInt8]) -> String {
        var seen: Set<Substring> = []
        var text = ""
        var isRepeated = false
        for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
            let isProgress = line.hasPrefix("[") && line.contains("/") || line.hasPrefix("Building for")
            let isSummary = line.hasPrefix("error: ") || line.hasPrefix("warning: ") || line.hasPrefix("Build complete")
            if line.hasPrefix("/"), line.contains(": error: ") || line.contains(": warning: ") {
                isRepeated = !seen.insert(line).inserted
            }
            if !isProgress, !isSummary, !isRepeated { text += line + "\n" }
        }
        return text.isEmpty ? String(decoding: output, as: UTF8.self) : text
    }

    private static func program(_ name: String, in path: String) -> String? {
        path.split(separator: ":").map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
    }

    /// Runs work that blocks on a thread of its own.
    static func onThread<Result: Sendable>(
        _ work: @escaping @Sendable () throws(SystemCallError) -> Result
    ) async throws -> Result {
        let pool = try WorkerPool(threadCount: 1)
        defer { pool.shutDown() }
        let result = await pool.run { () -> Swift.Result<Result, SystemCallError> in
            do throws(SystemCallError) { return .success(try work()) } catch { return .failure(error) }
        }
        guard let result else { throw SystemCallError(operation: "start a thread", code: EAGAIN) }
        do {
            return try result.get()
        } catch {
            throw ScratchFailure.surroundings(error)
        }
    }
}
