package import ArgumentParser
import AttacheCore

package struct HealthOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The service's URL, such as http://127.0.0.1:8420.",
            discussion: """
                The request is for /readyz, or for the path in the URL, such as /healthz. Certificates are not verified.
                """,
            valueName: "url"
        )
    )
    package var url: String?

    @Option(help: ArgumentHelp("The service's unix socket, instead of --url.", valueName: "path"))
    package var socket: String?

    @Option(help: ArgumentHelp("The timeout of the request (default: 5s).", valueName: "time"))
    package var timeout: String?

    package init() {}

    /// Returns the service of the options, or `nil` when they name none.
    package func target() throws(UsageError) -> HealthTarget? {
        switch (url, socket) {
        case (let url?, nil): return try HealthTarget(url: url)
        case (nil, let socket?): return HealthTarget(socket: socket)
        case (_?, _?): throw UsageError(problems: ["--url and --socket exclude each other; use one of them."])
        case (nil, nil): return nil
        }
    }

    /// Sends the health request; throws when the timeout is invalid.
    package func ask(_ target: HealthTarget) async throws(UsageError) -> HealthReport {
        guard let timeout else { return await HealthProbe.run(target) }
        guard let amount = try? TimeAmount(parsing: timeout), amount.duration > .zero else {
            throw UsageError(problems: ["--timeout: \"\(timeout)\" is not a time; use 5s or 500ms."])
        }
        return await HealthProbe.run(target, timeout: amount.duration)
    }
}
