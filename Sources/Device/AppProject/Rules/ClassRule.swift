import ExtensionSources
import PolicyFiles

/// The principal class of a service extension: its module, and that the target has it.
enum ClassRule {
    static func check(
        _ product: Product,
        _ target: ProjectTarget,
        _ packages: AppPackages,
        _ findings: inout AppFindings
    ) {
        guard let member = product.info?["NSExtension"]?.member("NSExtensionPrincipalClass"),
            let text = member.value.text.flatMap(product.expand)
        else { return }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let place = product.place(of: member)
        let sources = target.sources
        guard let name = parts.last, !name.isEmpty, sources.isComplete, !sources.paths.isEmpty else { return }
        let isSwift = declares(name, in: sources.swift)
        let isObjectiveC = implements(name, in: sources.objectiveC)
        switch (parts.count, isSwift, isObjectiveC) {
        case (1, false, false):
            if let vendor = VendorLibrary.all.first(where: { $0.classes.contains(name) }) {
                guard packages.lacksLibrary(vendor, target) else { return }
                findings.add(
                    .principalClass,
                    "NSExtensionPrincipalClass is \(name), a class of the library of \(vendor.name), and \(product.name) is not linked "
                        + "with it.",
                    fix: "Link \(vendor.cure) to \(product.name).",
                    at: place
                )
                return
            }
            // A class of a library has such a name too.
            guard target.libraries.isEmpty, target.packageProducts.isEmpty else { return }
            missing(name, product, sources, place, &findings)
        case (1, true, false):
            guard !hasRuntimeName(name, in: sources.swift) else { return }
            findings.add(
                .principalClass,
                "NSExtensionPrincipalClass is \(name), and a class in Swift has its module in front.",
                fix: "Set it to $(PRODUCT_MODULE_NAME).\(name).",
                at: place
            )
        case (2, false, true):
            findings.add(
                .principalClass,
                "NSExtensionPrincipalClass is \(text), and \(name) is a class in Objective-C, which has no module.",
                fix: "Set it to \(name).",
                at: place
            )
        case (2, let isDeclared, false):
            guard let module = product.moduleName else { return }
            if isDeclared, parts[0] != module {
                findings.add(
                    .principalClass,
                    "NSExtensionPrincipalClass names the module \(parts[0]), and \(name) is in the module \(module).",
                    fix: "Set it to $(PRODUCT_MODULE_NAME).\(name).",
                    at: place
                )
            } else if !isDeclared, parts[0] == module {
                missing(name, product, sources, place, &findings)
            }
        default: break
        }
    }

    private static func missing(
        _ name: String,
        _ product: Product,
        _ sources: TargetSources,
        _ place: FindingPlace,
        _ findings: inout AppFindings
    ) {
        let found = PrincipalClass.all(in: sources.swift).first.map { "$(PRODUCT_MODULE_NAME).\($0.name)" }
        let foreign = implemented(in: sources.objectiveC)
        findings.add(
            .principalClass,
            "NSExtensionPrincipalClass names \(name), which the sources of \(product.name) do not have.",
            fix: (found ?? (foreign.count == 1 ? foreign.first : nil)).map { "Set it to \($0)." },
            at: place
        )
    }

    /// The classes in Objective-C, in alphabetical order.
    private static func implemented(in files: [SourceFile]) -> [String] {
        let names = files.flatMap { file in
            zip(file.tokens, file.tokens.dropFirst()).filter { $0.0.text == "@implementation" }.map(\.1.text)
        }
        return Set(names).sorted()
    }

    private static func declares(_ name: String, in files: [SourceFile]) -> Bool {
        files.contains { file in
            zip(file.tokens, file.tokens.dropFirst()).contains {
                ["class", "typealias"].contains($0.text) && $1.text == name
            }
        }
    }

    private static func implements(_ name: String, in files: [SourceFile]) -> Bool {
        files.contains { file in
            zip(file.tokens, file.tokens.dropFirst()).contains { $0.text == "@implementation" && $1.text == name }
        }
    }

    /// Whether a class has its name for Objective-C in `@objc(Name)`.
    private static func hasRuntimeName(_ name: String, in files: [SourceFile]) -> Bool {
        files.contains { file in
            file.tokens.indices.dropLast(2).contains { index in
                file.tokens[index].text == "@objc" && file.tokens[index + 1].text == "("
                    && file.tokens[index + 2].text == name
            }
        }
    }
}
