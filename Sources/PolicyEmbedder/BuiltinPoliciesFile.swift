import AttacheCore

/// The Swift file that holds the built-in policies.
///
/// It is a list of plain statements rather than one large expression: the compiler checks those in no time.
struct BuiltinPoliciesFile {
    let policies: [EmbeddedPolicy]

    /// The file's text.
    var text: String {
        var text = """
            // Generated from the files in policies/. Change those.

            package import AttacheCore

            /// The policies that travel inside the binary, checked and resolved when it was built.
            package enum BuiltinPolicies {
                /// The names, in the order in which `auto` looks at them.
                package static let names: [String] = \(SwiftLiteral.list(policies.map(\.policy.name)))

                /// Builds the policies.
                ///
                /// - Returns: The policies in the order of `names`.
                /// - Throws: `JSONPathError` never in practice: the build has read every path already.
                package static func policies() throws(JSONPathError) -> [Policy] {
                    [\(policies.indices.map { "try policy\($0)()" }.joined(separator: ", "))]
                }

                /// The text of a policy file as it was written.
                ///
                /// - Parameter name: The policy's name.
                /// - Returns: The text, or `nil` when there is no such built-in policy.
                package static func text(of name: String) -> String? {
                    switch name {

            """
        for embedded in policies {
            text += "        case \(SwiftLiteral.string(embedded.policy.name)): \(SwiftLiteral.string(embedded.text))\n"
        }
        text += "        default: nil\n        }\n    }\n"
        for (index, embedded) in policies.enumerated() {
            let builder = PolicyBuilderText(policy: embedded.policy)
            text += "\n    private static func policy\(index)() throws(JSONPathError) -> Policy {\n"
            text += builder.statements.map { "        \($0)\n" }.joined()
            text += "        return policy\n    }\n"
        }
        return text + "}\n"
    }
}
