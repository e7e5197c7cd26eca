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
        let code = target.code
        guard let name = parts.last, !name.isEmpty, code.isComplete else { return }
        switch (parts.count, code.classes.contains(name), code.implementations.contains(name)) {
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
            guard !target.linksLibraries else { return }
            missing(name, product, code, place, &findings)
        case (1, true, false):
            guard !code.runtimeNames.contains(name) else { return }
            findings.add(
                .principalClass,
                "NSExtensionPrincipalClass is \(name), but the name of a Swift class begins with its module.",
                fix: "Set it to $(PRODUCT_MODULE_NAME).\(name).",
                at: place
            )
        case (2, false, true):
            findings.add(
                .principalClass,
                "NSExtensionPrincipalClass is \(text), but \(name) is an Objective-C class, which has no module.",
                fix: "Set it to \(name).",
                at: place
            )
        case (2, let isDeclared, false):
            guard let module = product.moduleName else { return }
            if isDeclared, parts[0] != module {
                findings.add(
                    .principalClass,
                    "NSExtensionPrincipalClass names the module \(parts[0]), but \(name) is in the module \(module).",
                    fix: "Set it to $(PRODUCT_MODULE_NAME).\(name).",
                    at: place
                )
            } else if !isDeclared, parts[0] == module {
                missing(name, product, code, place, &findings)
            } else if !isDeclared, !target.mayHave(module: parts[0]) {
                missing(text, product, code, place, &findings)
            }
        default: break
        }
    }

    private static func missing(
        _ name: String,
        _ product: Product,
        _ code: TargetCode,
        _ place: FindingPlace,
        _ findings: inout AppFindings
    ) {
        let found = code.principalClass.map { "$(PRODUCT_MODULE_NAME).\($0.name)" }
        let foreign = code.implementations
        findings.add(
            .principalClass,
            "NSExtensionPrincipalClass names \(name), which the sources of \(product.name) do not have.",
            fix: (found ?? (foreign.count == 1 ? foreign.first : nil)).map { "Set it to \($0)." },
            at: place
        )
    }
}
