/// A class in the sources that is a service extension.
package struct PrincipalClass: Sendable, Equatable {
    package let name: String
    package let file: String
    package let line: Int

    /// Apple's class, and those of vendors that inherit from it.
    private static let bases = ["UNNotificationServiceExtension"] + VendorModule.all.compactMap(\.baseClass)
    /// The tokens in which the parameters of a generic class end.
    private static let parameterLimit = 256

    /// The classes that are an app's own extension, in the order of the files; the one that `named` names comes first. Their
    /// superclasses may be in `libraries`.
    package static func all(
        in files: [SourceFile],
        named: String? = nil,
        besides libraries: [SourceFile] = []
    ) -> [PrincipalClass] {
        let (inheriting, parents) = declared(in: files, besides: libraries)
        // A class with subclasses is theirs to use: an SDK's class, and the app's three lines.
        let used = Set(inheriting.compactMap { parents[$0.name] })
        let leaves = inheriting.filter { !used.contains($0.name) }
        guard let named, let chosen = inheriting.first(where: { $0.name == named }) else { return leaves }
        return [chosen] + leaves.filter { $0 != chosen }
    }

    /// The classes that inherit from the service extension, directly or through other classes of the sources or of libraries,
    /// in the order of the files.
    static func inheriting(in files: [SourceFile], besides libraries: [SourceFile]) -> [PrincipalClass] {
        declared(in: files, besides: libraries).classes
    }

    private static func declared(
        in files: [SourceFile],
        besides libraries: [SourceFile]
    ) -> (classes: [PrincipalClass], parents: [String: String]) {
        var parents: [String: String] = [:]
        var classes: [PrincipalClass] = []
        for (index, file) in (libraries + files).enumerated() {
            let isOwn = index >= libraries.count
            let tokens = file.active
            for (index, token) in tokens.enumerated() where token.kind == .word && token.text == "class" {
                guard index + 3 < tokens.count, tokens[index + 1].kind == .word else { continue }
                var colon = index + 2
                // The parameters of a generic class.
                if tokens[colon].text == "<" {
                    let parameters = tokens[colon...].prefix(Self.parameterLimit)
                    colon = (parameters.firstIndex { $0.text == ">" || $0.text == "{" } ?? colon) + 1
                }
                guard colon + 1 < tokens.count, tokens[colon].text == ":" else { continue }
                // The superclass is the last word of a name such as `UserNotifications.UNNotificationServiceExtension`.
                var parent = colon + 1
                while parent + 2 < tokens.count, tokens[parent + 1].text == "." { parent += 2 }
                let name = tokens[index + 1].text
                parents[name] = tokens[parent].text
                if isOwn { classes.append(PrincipalClass(name: name, file: file.path, line: token.line)) }
            }
        }
        var children: [String: [String]] = [:]
        for (name, parent) in parents { children[parent, default: []].append(name) }
        var services: Set<String> = []
        var next = bases.flatMap { children[$0] ?? [] }
        while let name = next.popLast() {
            // A faulty source may have a circle.
            if services.insert(name).inserted { next += children[name] ?? [] }
        }
        return (classes.filter { services.contains($0.name) }, parents)
    }
}
