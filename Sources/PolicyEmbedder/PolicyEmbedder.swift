import AttacheCore
import Glibc
import PolicyFiles

/// Generates one Swift file from checked and resolved policy files, so that nothing is parsed at start.
@main
struct PolicyEmbedder {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let output = arguments.first, arguments.count >= 3 else {
            print("usage: PolicyEmbedder OUTPUT.swift COMMIT POLICY.yaml…", to: StandardError())
            exit(2)
        }
        let commit = arguments.dropFirst().first.flatMap { $0.isEmpty ? nil : $0 }
        let files = Array(arguments.dropFirst(2))
        let result = PolicyLoader().load(files: files)
        for problem in result.problems { print(problem.description, to: StandardError()) }
        // Warnings too: built-in policies must have none.
        guard result.problems.isEmpty else { exit(1) }
        let sources = zip(files, result.loaded).map { EmbeddedPolicy(policy: $1, text: read($0)) }
        let ordered = result.policies.names.compactMap { name in sources.first { $0.policy.name == name } }
        write(BuiltinPoliciesFile(policies: ordered, commit: commit).text, to: output)
    }

    private static func read(_ path: String) -> String {
        guard let file = unsafe fopen(path, "r") else { fail("read", path) }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = unsafe getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func write(_ text: String, to path: String) {
        guard let file = unsafe fopen(path, "w") else { fail("write", path) }
        let isWritten = unsafe fputs(text, file) != EOF
        guard unsafe fclose(file) == 0, isWritten else { fail("write", path) }
    }

    private static func fail(_ verb: String, _ path: String) -> Never {
        let reason = unsafe String(cString: strerror(errno))
        print("\(path): error: cannot \(verb) it: \(reason)", to: StandardError())
        exit(1)
    }
}

private func print(_ text: String, to error: StandardError) {
    var error = error
    Swift.print(text, to: &error)
}

/// The standard error stream, as a target of `print`.
struct StandardError: TextOutputStream {
    mutating func write(_ text: String) {
        var text = text
        _ = text.withUTF8 { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
