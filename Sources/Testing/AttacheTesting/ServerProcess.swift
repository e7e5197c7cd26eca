import Foundation

/// A real server on loopback, for the length of one test.
package enum ServerProcess {
    /// The server has ended before it accepted connections.
    package struct NotStarted: Error {
        package let program: String
    }

    /// Runs `body` while a program runs that listens to some ports, and ends it afterwards.
    package static func serving<Value>(
        _ program: String,
        _ arguments: [String],
        on ports: [Int],
        output: String? = nil,
        _ body: () async throws -> Value
    ) async throws -> Value {
        let child = try ChildProcess(program, arguments, output: output)
        let result: Result<Value, any Error>
        do {
            for port in ports {
                try await waitUntil {
                    if child.isOver { throw NotStarted(program: program) }
                    return LoopbackPort.isOpen(port)
                }
            }
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        child.terminate()
        _ = await child.wait()
        return try result.get()
    }

    /// Runs `body` while nginx runs, with a directory for its files and the content of its `http` block.
    package static func nginx<Value>(
        in directory: String,
        on ports: [Int],
        _ configuration: String,
        _ body: () async throws -> Value
    ) async throws -> Value {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(directory)/\($0);" }.joined(separator: " ")
        let text = """
            daemon off; master_process off; pid \(directory)/nginx.pid; error_log /dev/null;
            events { worker_connections 256; }
            http {
                access_log off; \(temporary)
                \(configuration)
            }
            """
        let file = "\(directory)/nginx.conf"
        try Data(text.utf8).write(to: URL(filePath: file))
        return try await serving("/usr/sbin/nginx", ["-c", file, "-e", "stderr"], on: ports, body)
    }
}
