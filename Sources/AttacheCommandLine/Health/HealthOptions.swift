package import ArgumentParser
package import Attache
import AttacheCore

/// Whom to ask for its health, and how long to wait.
package struct HealthOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The service's URL, such as http://127.0.0.1:8420.",
            discussion: """
                It is asked for /readyz, or for the path in the URL, such as /healthz. A certificate is not verified.
                """,
            valueName: "url"
        )
    )
    package var url: String?

    @Option(help: ArgumentHelp("The service's unix socket, instead of --url.", valueName: "path"))
    package var socket: String?

    @Option(
        help: ArgumentHelp(
            "The timeout of the request (default: \(HealthProbe.standardTimeout.settingText)).",
            valueName: "time"
        )
    )
    package var timeout: String?

    package init() {}

    /// Whom the options name.
    ///
    /// - Returns: The service, or `nil` when they name none.
    /// - Throws: `ConfigurationError` with the cure.
    package func target() throws(ConfigurationError) -> HealthTarget? {
        switch (url, socket) {
        case (let url?, nil): return try HealthTarget(url: url)
        case (nil, let socket?): return HealthTarget(socket: socket)
        case (_?, _?): throw ConfigurationError(problems: ["--url and --socket are two services; give one of them."])
        case (nil, nil): return nil
        }
    }

    /// Asks.
    ///
    /// - Parameter target: The service.
    /// - Returns: What it said, or why it said nothing.
    /// - Throws: `ConfigurationError` when the time to wait is none.
    package func ask(_ target: HealthTarget) async throws(ConfigurationError) -> HealthReport {
        guard let timeout else { return await HealthProbe.run(target) }
        guard let amount = try? TimeAmount(parsing: timeout), amount.duration > .zero else {
            throw ConfigurationError(problems: ["--timeout: \"\(timeout)\" is no time; write 5s or 500ms."])
        }
        return await HealthProbe.run(target, timeout: amount.duration)
    }
}
