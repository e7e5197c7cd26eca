import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem
import CommandSupport
import ExtensionSources
import Glibc

/// Where the modules for extensions come from.
struct AttachePackageOptions: ParsableArguments {
    /// The variable in place of the option.
    static let variable = "ATTACHE_PACKAGE"

    @Option(
        help: ArgumentHelp(
            "The Attache package: a folder, or a URL with # and a version or branch (default: ATTACHE_PACKAGE, or the "
                + "checkout that this program was built in).",
            valueName: "path|url"
        ),
        completion: .directory
    )
    var attachePackage: String?

    /// The package that is given, or that the program comes from.
    func package() throws(ConfigurationError) -> AttachePackage {
        let given = attachePackage ?? ProcessEnvironment.current[Self.variable].flatMap { $0.isEmpty ? nil : $0 }
        guard let text = given ?? Self.checkout() else {
            throw ConfigurationError(
                problems: [
                    "invalid --attache-package: none is given, and this program was not built in a checkout; use the "
                        + "folder of a checkout or the URL of its repository, or set \(Self.variable)."
                ]
            )
        }
        let package = AttachePackage(text)
        if case .path(let path) = package, !Self.isCheckout(path) {
            throw ConfigurationError(
                problems: [
                    "invalid --attache-package \"\(text)\": it has no Sources/Device/AttacheExtensionTesting; use the folder of a "
                        + "checkout of attache."
                ]
            )
        }
        return package
    }

    /// The nearest folder above this program that is a checkout.
    private static func checkout() -> String? {
        var path = ExtensionSources.absolute("/proc/self/exe")
        while let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            path = String(path[..<slash])
            if isCheckout(path) { return path }
        }
        return nil
    }

    private static func isCheckout(_ path: String) -> Bool {
        InputPaths.exists("\(path)/Package.swift")
            && InputPaths.exists("\(path)/Sources/Device/AttacheExtensionTesting")
    }
}

/// The errors of scratch packages.
enum ScratchFailure {
    static func surroundings(_ error: SystemCallError) -> SurroundingsError {
        if error.operation == "start" {
            return SurroundingsError(
                sentence: "The program \(error.path ?? "") cannot be started: \(error.message). Set XDG_CACHE_HOME to "
                    + "a folder on a file system that can run programs, and use a toolchain for this machine."
            )
        }
        return SurroundingsError(
            sentence: "\(error.path ?? "A file") cannot be written: \(error.message). Use another folder or free space."
        )
    }
}
