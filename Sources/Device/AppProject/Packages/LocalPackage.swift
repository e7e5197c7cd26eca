import ExtensionSources

/// A Swift package in the folder of an app, as its `Package.swift` describes it.
///
/// A manifest is a program: only names that it has as literals are read, which is how nearly all of them are written.
struct LocalPackage {
    /// The products that others can link.
    let products: Set<String>
    /// The products of other packages that its targets link.
    let libraries: Set<String>

    /// Reads the literals of a manifest: `.library(name: "Push", …)` and `.product(name: "OneSignalExtension", …)`.
    init(_ manifest: SourceFile) {
        func names(after function: String) -> Set<String> {
            let tokens = manifest.tokens
            return Set(
                tokens.indices.dropLast(4).compactMap { index in
                    tokens[index].text == function && tokens[index + 1].text == "(" && tokens[index + 2].text == "name"
                        && tokens[index + 4].kind == .string ? tokens[index + 4].text : nil
                }
            )
        }
        products = names(after: "library")
        libraries = names(after: "product")
    }

    /// The packages that a project refers to, by a reference of its own or by a folder in its groups.
    static func all(of project: XcodeProject) -> [LocalPackage] {
        let referred = project.all("XCLocalSwiftPackageReference").compactMap { reference in
            reference.text("relativePath").flatMap { project.files.join(project.folder, $0) }
        }
        let shown = project.all("PBXFileReference")
            .filter { ["wrapper", "folder"].contains($0.text("lastKnownFileType") ?? "folder") }
            .compactMap { project.paths[$0.id] }
        return Set(referred + shown).sorted().compactMap { project.files.package(in: $0) }
    }
}
