import AttacheCore
import PolicyFiles

/// Policy files, and option files that use the same parser.
enum PolicyFileTarget {
    /// The policies that files may extend; the run starts at the package's root.
    private static let loader = PolicyLoader(base: PolicyLoader().load(directory: "policies").policies)

    static func run(_ bytes: [UInt8]) {
        let lineCount = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
        let loaded = loader.load(text: bytes, file: "fuzz.yaml")
        require(loaded.loaded.isEmpty == !loaded.errors.isEmpty, "a file is a policy or has errors")
        for problem in loaded.problems {
            require(problem.file == "fuzz.yaml", "a problem names its file")
            // libyaml terminates the last line itself; it also accepts line ends outside ASCII, of at least two bytes.
            require((problem.line ?? 1) <= lineCount + 1 + bytes.count / 2, "a problem position is inside the file")
        }
        for policy in loaded.loaded {
            require(loaded.policies[policy.name] == policy, "a policy is found by its name")
            require(loader.load(text: bytes, file: "fuzz.yaml").loaded == loaded.loaded, "loading is deterministic")
            let evaluator = ATSEvaluator(policy.ats)
            _ = (evaluator.permitsHTTP(.name("h.example")), evaluator.demands(on: .name("a.h.example")))
        }
        _ = try? OptionFile(bytes, file: "fuzz.yaml", known: [])
    }
}
