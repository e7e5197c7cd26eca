import ArgumentParser
import AttacheCommandLine

/// `attache schema`: prints a JSON Schema, for editors and for checks in CI.
struct SchemaCommand: AsyncParsableCommand {
    /// The documents with a schema.
    enum Name: String, CaseIterable, ExpressibleByArgument {
        case result
        case policy
        case configuration
        case lint
        case matrix

        /// The schema as JSON.
        var bytes: [UInt8] {
            switch self {
            case .result: PackageResources.result_json
            case .policy: PackageResources.policy_json
            case .configuration: PackageResources.configuration_json
            case .lint: PackageResources.lint_json
            case .matrix: PackageResources.matrix_json
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of results, policy files, the configuration file, lint or the matrix.",
        discussion: """
            The schemas follow JSON Schema 2020-12. An editor with a YAML language server checks a policy file that \
            begins with a line such as:

              # yaml-language-server: $schema=/usr/share/attache/schemas/policy.json

            EXAMPLES
              attache schema policy > policy.schema.json  save the schema of policy files
              attache schema result  print the schema of a result
            """
    )

    @Argument(help: "The document: result, policy, configuration, lint or matrix.")
    var name: Name

    func run() async throws {
        StandardOutput.write(String(decoding: name.bytes, as: UTF8.self))
    }
}
