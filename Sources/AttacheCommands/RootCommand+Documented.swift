import Attache
import AttacheManual

extension RootCommand: DocumentedProgram {
    static let productVersion = AttacheVersion.text
    static let relatedPages = ["attached(1)"]
}
