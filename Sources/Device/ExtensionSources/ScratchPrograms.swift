package import AttacheSystem
import Glibc

/// The compiled programs of extensions, each in a folder of its own, where a later compilation does not replace them.
///
/// The folder is that of one user's cache; its callers hold the lock of the package.
package struct ScratchPrograms: Sendable {
    /// Programs of some 20 MB, of which the builds that run side by side need one each.
    package static let limit = 12

    private let directory: String
    private let limit: Int

    package init(directory: String, limit: Int = ScratchPrograms.limit) {
        self.directory = directory
        self.limit = limit
    }

    /// Places a program that was built from extensions, and removes those that were placed longest ago.
    ///
    /// Throws `SystemCallError` with the path that cannot be written. A program that plays scripts has a place beside the
    /// one that delivers payloads.
    package func place(
        _ built: String,
        of extensions: [ScratchExtension],
        playsScripts: Bool = false
    ) throws(SystemCallError) -> String {
        let folder = "\(directory)/\(Self.key(of: extensions, playsScripts: playsScripts))"
        try Paths.makeFolder(folder)
        let program = "\(folder)/\(ScratchPackage.program)"
        // Another run may be about to start the program of the same sources: at every time there is one.
        let new = "\(program).new"
        _ = unsafe unlink(new)
        guard unsafe link(built, new) == 0 else { throw SystemCallError(operation: "link", path: new, code: errno) }
        // Two names of one file stay as they are.
        guard unsafe rename(new, program) == 0 else {
            throw SystemCallError(operation: "rename", path: new, code: errno)
        }
        _ = unsafe unlink(new)
        _ = unsafe utimes(folder, nil)
        removeOldest()
        return program
    }

    /// A name for the program of extensions: of all that its main and its modules are made of.
    static func key(of extensions: [ScratchExtension], playsScripts: Bool = false) -> String {
        var all = [Array((playsScripts ? "play" : "deliver").utf8)]
        for item in extensions {
            all += [Array(item.module.utf8), Array(item.principalClass.utf8)] + texts(of: item.sources)
            for module in item.sources.modules { all += [Array(module.name.utf8)] + texts(of: module.sources) }
        }
        return ScratchPackage.key(of: all)
    }

    private static func texts(of sources: ExtensionSources) -> [[UInt8]] {
        sources.files.flatMap { [Array(ExtensionSources.absolute($0.path).utf8), $0.bytes] }
    }

    private func removeOldest() {
        var folders: [(path: String, time: Int)] = []
        for name in Paths.names(in: directory) ?? [] {
            var facts = stat()
            guard unsafe stat("\(directory)/\(name)", &facts) == 0 else { continue }
            folders.append(("\(directory)/\(name)", facts.st_mtim.tv_sec * 1_000_000 + facts.st_mtim.tv_nsec / 1000))
        }
        // A program that runs stays until its end.
        for (path, _) in folders.sorted(by: { $0.time > $1.time }).dropFirst(limit) {
            for name in Paths.names(in: path) ?? [] { _ = unsafe unlink("\(path)/\(name)") }
            _ = unsafe rmdir(path)
        }
    }
}
