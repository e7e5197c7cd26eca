extension PrincipalClass {
    private static let contentProtocol = "UNNotificationContentExtension"
    /// The tokens between a class and the protocol.
    private static let headerLimit = 256

    /// The classes that declare to be content extensions, each once, in the order of the files.
    package static func contentExtensions(in files: [SourceFile]) -> [PrincipalClass] {
        var classes: [PrincipalClass] = []
        var names: Set<String> = []
        for file in files {
            let tokens = file.active
            for (index, token) in tokens.enumerated() where token.kind == .word && token.text == contentProtocol {
                // The name follows `class`, or `extension` where the protocol is added later.
                for place in stride(from: index - 1, to: max(-1, index - headerLimit), by: -1) {
                    let text = tokens[place].text
                    if ["{", "}", ";"].contains(text) { break }
                    guard ["class", "extension"].contains(text), place + 1 < index else { continue }
                    let name = tokens[place + 1].text
                    if names.insert(name).inserted {
                        classes.append(PrincipalClass(name: name, file: file.path, line: tokens[place].line))
                    }
                    break
                }
            }
        }
        return classes
    }
}
