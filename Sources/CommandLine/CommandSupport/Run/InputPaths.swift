package import AttacheCore
import AttacheSystem
import Glibc

/// A check that the paths of a command line exist, before any work.
package enum InputPaths {
    /// Throws one sentence for each path without a file; `-` is standard input. A file that exists and cannot be read is
    /// a result of its own.
    package static func check(_ paths: [String]) throws(ConfigurationError) {
        let problems = paths.compactMap(problem)
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
    }

    /// The error of a command that takes payload files and was given a directory.
    package static func sentence(ofDirectory path: String) -> String {
        "\(path) is a directory; use attache batch \(path) -o DIR for all payloads in it."
    }

    /// Whether a path names a file or a directory.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0
    }

    package static func isRegularFile(_ path: String) -> Bool { kind(path) == S_IFREG }

    package static func isDirectory(_ path: String) -> Bool { kind(path) == S_IFDIR }

    private static func kind(_ path: String) -> mode_t? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Whether two paths lead to one file.
    package static func isSame(_ left: String, _ right: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard unsafe stat(left, &first) == 0, unsafe stat(right, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino && first.st_mode & S_IFMT == S_IFREG
    }

    private static func problem(_ path: String) -> String? {
        // A name that is not UTF-8 arrives with a replacement character, and is reported as a result.
        guard path != "-", !path.contains("\u{FFFD}"), !exists(path) else { return nil }
        // Only a path that leads nowhere is a mistake of the command line.
        let code = errno
        guard [ENOENT, ENOTDIR, ENAMETOOLONG].contains(code) else { return nil }
        if URLText.hasScheme(path) {
            return "\(path) is a URL, not a file; attache explain URL loads it, and attache check URL checks it "
                + "without loading it."
        }
        // As JSON begins, or what a console printed.
        if path.hasPrefix("{") || path.contains("= {") || path.contains(": {") {
            return "A payload is no file name; give it on standard input, such as "
                + "printf '%s' 'PAYLOAD' | attache explain"
        }
        return "\(path): there is no such file\(nearest(path))."
    }

    /// A file in the same directory with nearly the same name, as a question.
    private static func nearest(_ path: String) -> String {
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let directory = String(path[..<start])
        // A large directory is not worth a suggestion.
        let names = Paths.names(in: directory.isEmpty ? "." : directory, limit: 1000) ?? []
        let name = String(path[start...])
        guard let found = NearestName.find(name, among: names) else { return "" }
        return " (did you mean \(directory)\(found)?)"
    }
}
