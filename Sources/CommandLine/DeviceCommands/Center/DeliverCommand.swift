package import ArgumentParser
package import AttacheCommandLine
package import CommandSupport

/// `attache deliver`: payloads rewritten and posted to the notification centre.
package struct DeliverCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "deliver",
        abstract: "Rewrite payloads and post them to the notification centre, as a phone does.",
        discussion: """
            It reads files as rewrite does. A notification takes the identifier of apns-collapse-id, from an \
            envelope's headers or --collapse-id; otherwise it gets a unique one. A notification with the same \
            identifier replaces the delivered one and alerts again. A line is printed after its notification is \
            committed. attache center shows the result.

            EXAMPLES
              attache deliver push.json  post one push
              attache deliver --collapse-id order-17 push.json  replace the notification order-17
              attache deliver --sent 10m push.json  show it as sent ten minutes ago
              attache deliver --ndjson --json pushes.ndjson  post many, and print one JSON object for each
            """
    )

    @Argument(help: ArgumentHelp("Payload files; - for standard input.", valueName: "file"), completion: .file())
    package var files: [String] = []

    @Flag(help: "Read one value per line, regardless of the file name.")
    package var ndjson = false

    @Option(help: ArgumentHelp("The identifier of payloads without apns-collapse-id.", valueName: "id"))
    package var collapseId: String?

    @Option(
        help: ArgumentHelp(
            "When the server sent the pushes, which is the time that is shown: 2027-01-15T08:00Z, or an age such as 5m.",
            valueName: "time"
        )
    )
    package var sent: String?

    @Flag(help: "Exit with 4 when a push falls back and loses its media.")
    package var failOnFallback = false

    @Flag(help: "Print one JSON object per line.")
    package var json = false

    @OptionGroup package var center: SettingOptions<CenterFileSettings>
    @OptionGroup package var pipeline: PipelineOptions

    package init() {}

    package func run() async throws {
        if StandardInput.isInteractive(for: files) { throw CleanExit.helpRequest(self) }
        try DeviceProgram.handOver()
    }
}
