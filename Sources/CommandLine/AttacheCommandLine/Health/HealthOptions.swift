package import ArgumentParser
package import AttacheCore

package struct HealthOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The service's URL, such as http://127.0.0.1:8420.",
            discussion: """
                The request goes to /readyz, or to the path in the URL, such as /healthz. Certificates are not verified.
                """,
            valueName: "url"
        )
    )
    package var url: String?

    @Option(help: ArgumentHelp("The service's unix socket, instead of --url.", valueName: "path"), completion: .file())
    package var socket: String?

    @Option(
        help: ArgumentHelp(
            "The timeout of the request (default: \(HealthProbe.standardTimeout.settingText)).",
            valueName: "time"
        )
    )
    package var timeout: String?

    package init() {}

    /// Returns the service of the options, or `nil` when they name none.
    package func target() throws(ConfigurationError) -> HealthTarget? {
        switch (url, socket) {
        case (let url?, nil): return try HealthTarget(url: url)
        case (nil, let socket?): return HealthTarget(socket: socket)
        case (_?, _?): throw ConfigurationError(problems: ["--url and --socket exclude each other; use one of them."])
        case (nil, nil): return nil
        }
    }

    /// Runs a command that checks the health of a service: prints one line; throws `ExitCode` for any status but success.
    package func run(_ diagnostics: Diagnostics, target: () throws -> HealthTarget) async throws {
        try await CommandRunner.finish(diagnostics) { _ in
            let report = try await ask(try target())
            try StandardOutput.write("\(report.line)\n")
            return report.status
        }
    }

    /// Sends the health request; throws when the timeout is invalid.
    private func ask(_ target: HealthTarget) async throws(ConfigurationError) -> HealthReport {
        guard let timeout else { return await HealthProbe.run(target) }
        guard let amount = try? TimeAmount(secondsOrUnit: timeout), amount.duration > .zero else {
            throw ConfigurationError(problems: [
                "--timeout: \"\(timeout)\" is not a time; use 5 or 5s for seconds, or 500ms."
            ])
        }
        return await HealthProbe.run(target, timeout: amount.duration)
    }
}
