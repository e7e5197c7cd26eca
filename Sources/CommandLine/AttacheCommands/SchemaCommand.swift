import ArgumentParser
import AttacheCommandLine
import NotificationCategories
import PolicyFiles

/// `attache schema`: prints a JSON Schema, for editors and for checks in CI.
struct SchemaCommand: AsyncParsableCommand {
    /// The documents with a schema.
    enum Name: String, CaseIterable, ExpressibleByArgument {
        case result
        case policy
        case configuration
        case lint
        case matrix
        case center
        case `extension`
        case app
        case categories
        case script

        /// The schema as JSON: that of a file which Attache reads is made from its reader's table of keys.
        var bytes: [UInt8] {
            switch self {
            case .result: PackageResources.result_json
            case .policy: Array(PolicyKeys.schema.utf8)
            case .configuration: PackageResources.configuration_json
            case .lint: PackageResources.lint_json
            case .matrix: PackageResources.matrix_json
            case .center: PackageResources.center_json
            case .extension: PackageResources.extension_json
            case .app: PackageResources.app_json
            case .categories: Array(CategoryFile.schema.utf8)
            case .script: Array(ScriptFile.schema.utf8)
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of results, of files that Attache reads, or of the output of commands.",
        discussion: """
            The schemas follow JSON Schema 2020-12. An editor with a YAML language server checks a policy file that \
            begins with a line such as:

              # yaml-language-server: $schema=/usr/share/attache/schemas/policy.json

            EXAMPLES
              attache schema policy > policy.schema.json  save the schema of policy files
              attache schema result  print the schema of a result
            """
    )

    @Argument(
        help: "The document: result, policy, configuration, lint, matrix, center, extension, app, categories or script."
    )
    var name: Name

    func run() async throws {
        try StandardOutput.write(String(decoding: name.bytes, as: UTF8.self))
    }
}
