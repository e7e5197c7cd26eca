import Glibc
import SystemPackage

/// How much there is to read.
enum InputTotal {
    /// Adds the sizes of all inputs up; it takes a walk of its own, and blocks.
    ///
    /// - Parameters:
    ///   - roots: The PATHs.
    ///   - isOver: Whether nobody wants to know any more; asked for each input.
    /// - Returns: Bytes, or `nil` when standard input is among them, whose end nobody knows, or it was over before.
    static func byteCount(of roots: [BatchRoot], until isOver: () -> Bool) -> Int? {
        guard !roots.contains(where: { $0.kind == .standardInput }) else { return nil }
        let walk = InputWalker(roots)
        var total = 0
        while let found = walk.next() {
            if isOver() { return nil }
            guard case .file(let path) = found.entry.place else { continue }
            if let directory = found.directory, let name = path.lastComponent {
                total += directory.status(of: name, followsLink: false).map { Int($0.st_size) } ?? 0
                continue
            }
            var status = stat()
            if unsafe path.withPlatformString({ unsafe stat($0, &status) }) == 0 { total += Int(status.st_size) }
        }
        return total
    }
}
