/// Where the modules for extensions come from: a checkout of this package, or its URL.
package enum AttachePackage: Sendable, Equatable {
    case path(String)
    case url(String, revision: String)

    /// Reads a path, or a URL with an optional version or branch behind `#`.
    package init(_ text: String) {
        guard text.contains("://") || text.hasPrefix("git@") else {
            self = .path(ExtensionSources.absolute(text))
            return
        }
        let parts = text.split(separator: "#", maxSplits: 1).map(String.init)
        self = .url(parts[0], revision: parts.count > 1 ? parts[1] : "main")
    }

    /// The declaration in a manifest.
    package var declaration: String {
        switch self {
        case .path(let path): ".package(name: \"attache\", path: \(path.quoted))"
        case .url(let url, let revision):
            revision.first?.isNumber == true
                ? ".package(url: \(url.quoted), exact: \(revision.quoted))"
                : ".package(url: \(url.quoted), branch: \(revision.quoted))"
        }
    }

    /// The name by which products are found.
    package var name: String {
        switch self {
        case .path: "attache"
        case .url(let url, _):
            (url.split(separator: "/").last.map(String.init) ?? "attache").replacing(".git", with: "")
        }
    }
}
