import PolicyFiles

/// The categories of a content extension against those that the app registers in its own code.
enum CategoryRule {
    /// Reports a category that the app registers under a name of another case, which is certainly a mistake; a category
    /// that it does not register may come from a library, or from no one.
    static func check(_ product: Product, _ app: ProjectTarget, _ findings: inout AppFindings) {
        let attributes = product.info?["NSExtension"]?["NSExtensionAttributes"]
        guard let member = attributes?.member("UNNotificationExtensionCategory") else { return }
        let named = (member.value.list ?? [member.value]).prefix(Product.listLimit).compactMap {
            $0.text.flatMap(product.expand)
        }
        let code = app.code
        for category in named where !code.categories.contains(category) {
            guard let other = code.categoriesByLowerCase[category.lowercased()] else { continue }
            findings.add(
                .contentCategory,
                "\(product.name) shows the category \(category), and \(app.name) registers \(other).",
                at: product.place(of: member)
            )
        }
    }
}
