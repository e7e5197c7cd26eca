import ExtensionSources
import PolicyFiles

/// The categories of a content extension against those that the app registers in its own code.
enum CategoryRule {
    /// Reports a category that the app registers under a name of another case, which is certainly a mistake; a category
    /// that it does not register may come from a library, or from no one.
    static func check(_ product: Product, _ app: ProjectTarget, _ findings: inout AppFindings) {
        let attributes = product.info?["NSExtension"]?["NSExtensionAttributes"]
        guard let member = attributes?.member("UNNotificationExtensionCategory") else { return }
        let named = (member.value.list ?? [member.value]).compactMap { $0.text.flatMap(product.expand) }
        let registered = categories(in: app.sources.swift)
        for category in named where !registered.contains(category) {
            guard let other = registered.first(where: { $0.lowercased() == category.lowercased() }) else { continue }
            findings.add(
                .contentCategory,
                "\(product.name) shows the category \(category), and \(app.name) registers \(other).",
                at: product.place(of: member)
            )
        }
    }

    /// The texts in `UNNotificationCategory(identifier: "…"`, in alphabetical order.
    private static func categories(in files: [SourceFile]) -> [String] {
        var names: Set<String> = []
        for file in files {
            let tokens = file.tokens
            for index in tokens.indices.dropLast(4) where tokens[index].text == "UNNotificationCategory" {
                guard tokens[index + 1].text == "(", tokens[index + 2].text == "identifier",
                    tokens[index + 4].kind == .string, !tokens[index + 4].text.contains("\\")
                else { continue }
                names.insert(tokens[index + 4].text)
            }
        }
        return names.sorted()
    }
}
