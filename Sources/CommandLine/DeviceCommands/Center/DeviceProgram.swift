import AttacheCommandLine
import AttacheCore
import AttacheSystem

/// The program that has Foundation: it does the work of `deliver` and `center`, and plays scripts.
enum DeviceProgram {
    private static let name = "attache-play"

    /// The path of the program; throws a sentence that names its package where it is missing.
    static func find() throws(SurroundingsError) -> String {
        if let path = ProcessCommand.installedProgram(name) { return path }
        throw SurroundingsError(
            sentence:
                "\(name) is not installed, and deliver and center need it; install the package attache-play, or build "
                + "it with swift build -c release --product attache-play."
        )
    }

    /// Continues this command in the program.
    static func handOver() throws(SurroundingsError) -> Never {
        let path = try find()
        let code = ProcessCommand.replace(by: path)
        throw SurroundingsError(sentence: "\(path) cannot be started: \(SystemCallError.message(code)).")
    }
}
