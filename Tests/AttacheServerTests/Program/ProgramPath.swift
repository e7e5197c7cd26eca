import Foundation

/// Where the programs are that were built beside the tests.
enum ProgramPath {
    /// Finds a program.
    ///
    /// - Parameter name: Its file name.
    /// - Returns: Its path.
    static func beside(_ name: String) -> String {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let beside = tests.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/\(name)"
        // The test runner of the toolchain may load the tests, so that the working directory is the second guess.
        if FileManager.default.isExecutableFile(atPath: beside) { return beside }
        return "\(FileManager.default.currentDirectoryPath)/.build/debug/\(name)"
    }
}
