import AttacheCore
import AttacheSystem
import Glibc

/// A `nats-server` with JetStream of this process's own, on loopback and in a temporary directory, which end with it.
package final class DevelopmentServer: Sendable {
    /// Runs the server until standard input ends, which happens however the process at its other end does, and then
    /// removes the directory. The server has a process group of its own, so that Ctrl-C does not end it before its
    /// clients.
    private static let script = #"dir=$1; shift; "$@" & cat >/dev/null; kill $!; wait $!; rm -rf "$dir""#
    /// The port of NATS, which clients use by default.
    private static let usualPort: UInt16 = 4222

    /// The URL of the server.
    package let url: String
    private let input: Locked<FileDescriptor?>
    private let process: Int32

    /// Starts a server, on port 4222 if it `prefersUsualPort` and the port is free; blocks until it accepts connections.
    ///
    /// - Throws: `NATSError` when `nats-server` is not installed, or does not start within a time.
    package init(
        _ environment: [String: String],
        prefersUsualPort: Bool = true,
        within time: Duration = .seconds(10)
    ) throws(NATSError) {
        guard let program = Self.find(environment) else {
            throw NATSError(
                .file,
                "--dev: nats-server is not installed; install it (Debian: apt install nats-server), or use --nats."
            )
        }
        let directory = try Self.temporaryDirectory(environment)
        let port = prefersUsualPort && Self.isFree(Self.usualPort) ? "\(Self.usualPort)" : "-1"
        let ends: DescriptorPair
        do throws(SystemCallError) {
            ends = try .pipe()
            defer { withExtendedLifetime(ends) {} }
            var command = ProcessCommand(
                [
                    "/bin/sh", "-c", Self.script, "sh", directory, program, "-a", "127.0.0.1", "-p", port, "-js",
                    "-sd", "\(directory)/store", "--ports_file_dir", directory, "-l", "\(directory)/log",
                ],
                environment: environment,
                descriptors: [STDIN_FILENO: ends.first.number]
            )
            command.hasOwnGroup = true
            process = try command.start()
        } catch {
            throw NATSError(.file, "--dev: cannot start \(program): \(error.message).")
        }
        input = Locked(ends.second)
        guard let url = Self.waitForURL(in: directory, within: time) else {
            throw NATSError(.file, "--dev: \(program) does not start; see what nats-server -js -p \(port) prints.")
        }
        self.url = url
    }

    /// Starts a server on a thread that may block.
    package static func start(_ environment: [String: String]) async throws -> DevelopmentServer? {
        let threads = try WorkerPool(threadCount: 1)
        defer { threads.shutDown() }
        return try await threads.run { Result { try DevelopmentServer(environment) } }?.get()
    }

    deinit { stop() }

    /// Ends the server, and waits until its directory is removed.
    package func stop() {
        guard input.withLock({ $0.take() }) != nil else { return }
        _ = ProcessEnd(waitingFor: process)
    }

    private static func find(_ environment: [String: String]) -> String? {
        let path = environment["PATH"]?.split(separator: ":").map(String.init) ?? []
        // Debian installs it where the path of users does not lead.
        return (path + ["/usr/local/sbin", "/usr/sbin"]).map { "\($0)/nats-server" }
            .first { unsafe access($0, X_OK) == 0 }
    }

    private static func temporaryDirectory(_ environment: [String: String]) throws(NATSError) -> String {
        let parent = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        var template = Array("\(parent)/attached-dev.XXXXXX".utf8CString)
        // Unsafe, and right: mkdtemp changes the last letters of the array in place.
        let isMade = unsafe template.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe mkdtemp($0) != nil } ?? false
        }
        guard isMade else {
            throw NATSError(.file, "--dev: cannot create a directory in \(parent): \(SystemCallError.message(errno)).")
        }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Whether nothing accepts connections on a port of loopback.
    private static func isFree(_ port: UInt16) -> Bool {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard number >= 0 else { return false }
        defer { close(number) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        // Unsafe, and right: the pointer is that of an address of the given size.
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe connect(number, address, socklen_t(MemoryLayout<sockaddr_in>.size)) != 0
            }
        }
    }

    /// Reads the file that the server writes once it accepts connections.
    private static func waitForURL(in directory: String, within time: Duration) -> String? {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end {
            if let url = url(in: directory) { return url }
            usleep(10_000)
        }
        return nil
    }

    private static func url(in directory: String) -> String? {
        guard let name = Paths.names(in: directory)?.first(where: { $0.hasSuffix(".ports") }),
            let bytes = try? FileDescriptor.readAll(path: "\(directory)/\(name)", limit: 4096)
        else { return nil }
        return (try? JSONDocument(parsing: bytes))?.root["nats"]?.elements.compactMap(\.string).first
    }
}
