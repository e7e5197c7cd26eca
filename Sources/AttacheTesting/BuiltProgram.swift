import Foundation

/// The programs of the package, built into the same directory as the tests.
package enum BuiltProgram {
    /// A program's path.
    ///
    /// - Parameter name: Its name, such as `attached`.
    /// - Returns: The path, beside the tests or, where the toolchain's own runner loads them, below the working directory.
    package static func path(_ name: String) -> String {
        let runner = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let beside = URL(filePath: runner).deletingLastPathComponent().appending(path: name).path(percentEncoded: false)
        if FileManager.default.isExecutableFile(atPath: beside) { return beside }
        return "\(FileManager.default.currentDirectoryPath)/.build/debug/\(name)"
    }
}
