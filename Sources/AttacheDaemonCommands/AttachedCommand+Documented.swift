import Attache
import AttacheManual

extension AttachedCommand: DocumentedProgram {
    static let productVersion = AttacheVersion.text
    static let relatedPages = ["attache(1)"]
}
