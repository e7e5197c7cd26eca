import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem
import CommandSupport

/// `attache policy`: the known policies of receiving apps.
struct PolicyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "List, show, write and check policies: files with the rules of an app's extension.",
        discussion: """
            EXAMPLES
              attache policy new acme --media /acme/image > acme.yaml  begin your own policy
              attache policy check acme.yaml  check the file
              attache policy test acme.yaml cases.yaml  test it with cases
            """,
        subcommands: [
            PolicyListCommand.self, PolicyShowCommand.self, PolicyNewCommand.self, PolicyCheckCommand.self,
            PolicyTestCommand.self, PolicySchemaCommand.self,
        ]
    )
}

struct PolicyListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the known policies, in the order in which auto tries them.",
        discussion: """
            EXAMPLES
              attache policy list  list the built-in policies
              attache policy list --policies policies/  list your own too
              attache policy list --json  print names, summaries and media paths
            """
    )

    @Flag(help: "Print one line of JSON per policy.")
    var json = false

    @OptionGroup var policies: PolicyDirectoryOptions

    func run() async throws {
        try await CommandRunner.finish { _ in
            let known = try policies.library().policies
            guard !json else {
                try StandardOutput.write(known.policies.flatMap(Self.line))
                return .success
            }
            let width = known.names.map(\.count).max() ?? 0
            var text = ""
            for policy in known.policies {
                text += policy.name.padded(to: width) + "  " + policy.summary.escapedForTerminal + "\n"
            }
            try StandardOutput.write(wrapping: text)
            return .success
        }
    }

    /// Encodes a policy's name, summary and media paths.
    private static func line(_ policy: Policy) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("name", policy.name)
        writer.member("summary", policy.summary)
        writer.strings("media", policy.payload.media.map(\.url.pointer))
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }
}

struct PolicyShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a policy's file, ready to copy and change.",
        discussion: """
            EXAMPLES
              attache policy show hive > mine.yaml  begin your own policy
            """
    )

    @Argument(help: "The policy's name.", completion: .list(BuiltinPolicies.names))
    var name: String

    @OptionGroup var policies: PolicyDirectoryOptions

    func run() async throws {
        try await CommandRunner.finish { _ in
            let library = try policies.library()
            guard let text = library.text(of: name) else {
                throw ConfigurationError(problems: [library.policies.sentence(onUnknown: name)])
            }
            try StandardOutput.write(text)
            return .success
        }
    }
}

struct PolicyCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check policy files, and report every mistake with line, key and fix.",
        discussion: """
            The status is 4 when a file has a mistake.

            EXAMPLES
              attache policy check policies/*.yaml  check all files
            """
    )

    @Argument(help: ArgumentHelp("Policy files.", valueName: "file"), completion: .file())
    var files: [String]

    @OptionGroup var judgement: JudgementOptions

    func run() async throws {
        try await CommandRunner.finish { diagnostics in
            try InputPaths.check(files)
            let (errors, warnings) = PolicyLibrary.check(files)
            for warning in warnings { diagnostics.warning(warning) }
            for error in errors { diagnostics.error(error) }
            guard errors.isEmpty else { return judgement.status(hasFound: true) }
            try StandardOutput.write(files.map { "\($0.escapedForTerminal): ok\n" }.joined())
            return .success
        }
    }
}

struct PolicySchemaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of policy files, as attache schema policy does.",
        discussion: """
            EXAMPLES
              attache policy schema > policy.schema.json  save the schema, for an editor
            """
    )

    func run() async throws {
        try StandardOutput.write(String(decoding: SchemaCommand.Name.policy.bytes, as: UTF8.self))
    }
}

/// The option of the directory of policy files.
struct PolicyDirectoryOptions: ParsableArguments {
    /// The setting of the directory.
    enum Settings: SettingGroup {
        static let settings = [PolicySettings.policies]
    }

    @OptionGroup var directory: SettingOptions<Settings>

    func library() throws(ConfigurationError) -> PolicyLibrary { try PolicyLibrary(directories: paths()) }

    /// The directories of the option, of the environment or of the configuration file.
    func paths() throws(ConfigurationError) -> [String] {
        let environment = ProcessEnvironment.current
        let file = try ConfigurationLocation.find(environment)?.read(RunSettings.all.map(\.definition))
        if let problems = file?.problems, !problems.isEmpty { throw ConfigurationError(problems: problems) }
        let lookup = SettingLookup([directory], environment: environment, file: file?.values ?? [:])
        return lookup.values(PolicySettings.policies.definition).map(\.text)
    }
}
