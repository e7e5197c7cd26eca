import AttacheTesting
import Foundation
import TestWidth
import Testing

/// `attache extension check` and `new`, and the arguments of `run`, as a process; Tests/Trials/Extensions/run compiles extensions.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ExtensionProgramTests {
    private let scratch: ScratchDirectory
    private var directory: URL { scratch.url }

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func folder(_ files: [String: String]) throws -> String {
        for (name, text) in files { try Data(text.utf8).write(to: directory.appending(path: name)) }
        return directory.path(percentEncoded: false)
    }

    private func run(_ arguments: [String]) async throws -> (output: String, errors: String, end: ProgramEnd) {
        let program = try PipedProgram(["extension"] + arguments)
        program.closeInput()
        let output = String(decoding: await program.readRest(), as: UTF8.self)
        return (output, await program.standardError, await program.wait())
    }

    private static let good = "import UserNotifications\nclass Service: UNNotificationServiceExtension {}\n"
    private static let bad = good + "import Combine\n"
    private static let noted = good + "let a = UIImage(data: b)\n"

    @Test(
        "The status of check says what was found",
        arguments: [
            (good, "", 0), (good, "--fail-on note", 0), (bad, "", 4), (bad, "--exit-zero", 0), (noted, "", 0),
            (noted, "--fail-on warning", 0), (noted, "--fail-on note", 4), ("let a = 1", "--fail-on error", 4),
            (good, "--fail-on other", 2),
        ] as [(String, String, Int32)]
    )
    func status(source: String, options: String, status: Int32) async throws {
        let words = options.split(separator: " ").map(String.init)
        let folder = try folder(["a.swift": source])
        #expect(try await run(["check", folder] + words).end == .exited(status))
    }

    @Test("check prints places for editors, and JSON for programs")
    func output() async throws {
        let folder = try folder(["a.swift": Self.bad])
        #expect(try await run(["check", folder]).output.contains("a.swift:3:8: error: "))
        let json = Data(try await run(["check", folder, "--json"]).output.utf8)
        let result = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(result["principal_class"] as? String == "Service")
        let findings = try #require(result["findings"] as? [[String: Any]])
        #expect(findings.map { $0["code"] as? String } == ["source.import"])
    }

    @Test("A path without a file, or Swift files, is a usage error", arguments: [["/nowhere"], ["/proc/self/net"]])
    func paths(paths: [String]) async throws {
        #expect(try await run(["check"] + paths).end == .exited(2))
        #expect(try await run(["run"] + paths + ["--payload", "/dev/null"]).end == .exited(2))
    }

    @Test(
        "new refuses names that are no modules, and folders that exist",
        arguments: ["1a", "a-b", "_a", "a/b", "ä", "/tmp", "Testing", "class", "Swift", "Foundation", "AttacheCore"]
    )
    func names(name: String) async throws {
        #expect(try await run(["new", name, "--attache-package", "https://example.com/attache"]).end == .exited(2))
    }

    @Test("new writes a package with all modules and the plug-in")
    func newPackage() throws {
        let place = directory.appending(path: "place")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let url = "https://example.com/attache"
        let end = try Self.end(of: ["new", "News", "--attache-package", url], in: place, environment: [:])
        #expect(end.status == 0)
        let manifest = try String(contentsOf: place.appending(path: "News/Package.swift"), encoding: .utf8)
        #expect(manifest.contains("ExtensionModules") && manifest.contains("ExtensionPrelude"))
    }

    @Test("A class that the sources do not have is a usage error", arguments: ["check", "run"])
    func unknownClass(command: String) async throws {
        let folder = try folder(["a.swift": Self.good])
        let more = command == "run" ? ["--payload", "/dev/null", "--attache-package", Self.checkout] : []
        let result = try await run([command, folder, "--class", "Sercive"] + more)
        #expect(result.end == .exited(2) && result.errors.contains("Service"))
    }

    @Test(
        "Times that are none are usage errors",
        arguments: ["nan", "inf", "-1", "1e6", "1e300"],
        ["--expiry", "--cut-off"]
    )
    func times(value: String, option: String) async throws {
        let folder = try folder(["a.swift": Self.good])
        // With =, since a value of - is an option otherwise.
        let result = try await run(["run", folder, "--payload", "/dev/null", "\(option)=\(value)"])
        #expect(result.end == .exited(2) && result.errors.contains("invalid \(option)"))
    }

    private static let checkout = Checkout.path("")

    @Test("Without a toolchain run says what it needs")
    func noToolchain() throws {
        let folder = try folder(["a.swift": Self.good])
        let arguments = ["run", folder, "--payload", "/dev/null", "--attache-package", Self.checkout]
        let end = try Self.end(of: arguments, in: directory, environment: ["PATH": "/nowhere"])
        #expect(end.status == 2 && end.errors.contains("Install Swift 6.2 or newer"))
    }

    private static func end(
        of arguments: [String],
        in place: URL,
        environment: [String: String]
    ) throws -> (status: Int32, errors: String) {
        try end(ofProgram: ["extension"] + arguments, in: place, environment: environment)
    }

    private static func end(
        ofProgram arguments: [String],
        in place: URL,
        environment: [String: String]
    ) throws -> (status: Int32, errors: String) {
        let (process, errors) = try start(arguments, in: place, environment: environment)
        let bytes = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }

    private static func start(
        _ arguments: [String],
        in place: URL,
        environment: [String: String]
    ) throws -> (Process, errors: Pipe) {
        let process = Process()
        let errors = Pipe()
        process.executableURL = URL(fileURLWithPath: PipedProgram.path)
        process.arguments = arguments
        process.currentDirectoryURL = place
        process.environment = environment
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        return (process, errors)
    }

    /// A folder with a program in place of the compiler, and the environment that finds it.
    private func toolchain(_ script: String) throws -> [String: String] {
        let place = directory.appending(path: "bin")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let program = place.appending(path: "swift").path(percentEncoded: false)
        try "#!/bin/sh\n\(script)\n".write(toFile: program, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let cache = directory.appending(path: "cache").path(percentEncoded: false)
        return ["PATH": place.path(percentEncoded: false) + ":/usr/bin:/bin", "XDG_CACHE_HOME": cache]
    }

    @Test(
        "An Info.plist that cannot be read is an error with its place, before anything is compiled",
        arguments: [("run", 3), ("try", 1)] as [(String, Int32)]
    )
    func brokenList(command: String, status: Int32) throws {
        let list = "<plist>\n<dict>\n<key>NSExtension</key>\n<dict>\n</plist>"
        let folder = try folder(["a.swift": Self.good, "Info.plist": list, "push.json": #"{"aps":{"alert":"Hi"}}"#])
        let more = command == "run" ? ["--payload", "\(folder)/push.json"] : []
        let paths = command == "run" ? ["\(folder)/a.swift", "\(folder)/Info.plist"] : [folder]
        let arguments = [command] + paths + more + ["--attache-package", Self.checkout]
        let environment = try toolchain("touch \(folder)/compiled; exit 1")
        let end = try Self.end(of: arguments, in: directory, environment: environment)
        #expect(end.status == status)
        #expect(end.errors.contains("/Info.plist:5:1: ") && end.errors.contains("Add </dict> before it."))
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/compiled"))
    }

    @Test("A run that waits for the compilation of another one says so once, and ends at a stop")
    func lockedBuild() throws {
        let folder = try folder(["a.swift": Self.good, "push.json": #"{"aps":{"alert":"Hi"}}"#])
        let arguments = [
            "run", "\(folder)/a.swift", "--payload", "\(folder)/push.json", "--attache-package", Self.checkout,
        ]
        let environment = try toolchain("exit 1")
        #expect(try Self.end(of: arguments, in: directory, environment: environment).status == 3)
        let caches = "\(directory.path(percentEncoded: false))/cache/attache/extensions"
        let key = try #require(FileManager.default.contentsOfDirectory(atPath: caches).first)
        let lock = try #require(FileHandle(forUpdatingAtPath: "\(caches)/\(key)/lock"))
        #expect(flock(lock.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
        let (process, errors) = try Self.start(["extension"] + arguments, in: directory, environment: environment)
        var text = ""
        while !text.contains("waits until it ends") {
            let piece = errors.fileHandleForReading.availableData
            if piece.isEmpty { break }
            text += String(decoding: piece, as: UTF8.self)
        }
        process.terminate()
        text += String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 5)
        #expect(text.components(separatedBy: "Another run is compiling").count == 2)
        try lock.close()
    }

    /// A toolchain whose program writes the variables and arguments that it gets, and fails.
    private func writingToolchain(_ folder: String) throws -> [String: String] {
        try toolchain(
            """
            mkdir -p "$3/.build/release"
            cat > "$3/.build/release/ExtensionRunner" <<'END'
            #!/bin/sh
            env | grep ^ATTACHE_ > \(folder)/variables
            printf '%s\\n' "$@" > \(folder)/arguments
            exit 1
            END
            chmod +x "$3/.build/release/ExtensionRunner"
            """
        )
    }

    @Test(
        "The extension has the network and the permitted hosts of options and file",
        arguments: ["run", "try", "play"]
    )
    func network(command: String) throws {
        let folder = try folder([
            "a.swift": Self.good, "push.json": #"{"aps":{"alert":"Hi"}}"#, "attache.yaml": "allow-port: [8443]\n",
            "script.yaml": "schema: attache-script/1\nsteps:\n  - wait: 1s\n",
        ])
        let environment = try writingToolchain(folder)
        let options = [
            "--allow-address", "127.0.0.1/32", "--allow-host", "a.example", "--network", "lte", "--config",
            "\(folder)/attache.yaml", "--attache-package", Self.checkout,
        ]
        let words: [String] =
            switch command {
            case "run": ["extension", "run", "\(folder)/a.swift", "--payload", "\(folder)/push.json"]
            case "try": ["extension", "try", "\(folder)/a.swift"]
            default: ["center", "play", "\(folder)/script.yaml", "--service-extension", "\(folder)/a.swift"]
            }
        _ = try Self.end(ofProgram: words + options, in: directory, environment: environment)
        let variables = try String(contentsOfFile: "\(folder)/variables", encoding: .utf8).split(separator: "\n")
        let expected = ["ATTACHE_ALLOW_ADDRESS=127.0.0.1/32", "ATTACHE_ALLOW_PORT=8443", "ATTACHE_NETWORK=lte"]
        for line in expected + ["ATTACHE_ALLOW_HOST=a.example"] {
            #expect(variables.contains { $0.hasPrefix(line) }, "\(line)")
        }
    }

    @Test(
        "Every command that reads an extension reads its libraries, and refuses a name without a folder",
        arguments: ["check", "run", "try", "play"]
    )
    func libraries(command: String) throws {
        let folder = try folder([
            "a.swift": "import Shared\nclass Service: Base {}\n", "push.json": #"{"aps":{"alert":"Hi"}}"#,
            "script.yaml": "schema: attache-script/1\nsteps:\n  - wait: 1s\n",
        ])
        let library = directory.appending(path: "library")
        try FileManager.default.createDirectory(at: library, withIntermediateDirectories: true)
        let text = "import UserNotifications\nopen class Base: UNNotificationServiceExtension {}\n"
        try Data(text.utf8).write(to: library.appending(path: "b.swift"))
        let environment = try writingToolchain(folder)
        let package = ["--attache-package", Self.checkout]
        let words: [String] =
            switch command {
            case "check": ["extension", "check", "\(folder)/a.swift"]
            case "run": ["extension", "run", "\(folder)/a.swift", "--payload", "\(folder)/push.json"] + package
            case "try": ["extension", "try", "\(folder)/a.swift"] + package
            default: ["center", "play", "\(folder)/script.yaml", "--service-extension", "\(folder)/a.swift"] + package
            }
        let bad = try Self.end(ofProgram: words + ["--module", "Shared"], in: directory, environment: environment)
        #expect(bad.status == 2 && bad.errors.contains("invalid --module \"Shared\": "))
        let module = "Shared=\(library.path(percentEncoded: false))"
        let end = try Self.end(ofProgram: words + ["--module", module], in: directory, environment: environment)
        guard command != "check" else {
            #expect(end.status == 0)
            return
        }
        // The program in place of the compiled one ran.
        #expect(FileManager.default.fileExists(atPath: "\(folder)/arguments"))
        let caches = "\(directory.path(percentEncoded: false))/cache/attache/extensions"
        let key = try #require(FileManager.default.contentsOfDirectory(atPath: caches).first)
        let copies = "\(caches)/\(key)/package/Sources/Shared"
        #expect(try FileManager.default.contentsOfDirectory(atPath: copies) == ["copy-b.swift"])
    }

    @Test(
        "A base of try needs a URL that an extension reads",
        arguments: [("", 2), (",\"image\":\"https://a.example/a\"", 1)]
    )
    func base(member: String, status: Int32) throws {
        let folder = try folder(["a.swift": Self.good, "push.json": "{\"aps\":{\"alert\":\"Hi\"}\(member)}"])
        let environment = try writingToolchain(folder)
        let words = ["try", "\(folder)/a.swift", "--payload", "\(folder)/push.json"]
        let end = try Self.end(
            of: words + ["--attache-package", Self.checkout],
            in: directory,
            environment: environment
        )
        #expect(end.status == status)
        #expect(end.errors.contains("invalid --payload") == (status == 2))
    }

    @Test("A folder that is no checkout is no package", arguments: ["/tmp", "/nowhere"])
    func noPackage(path: String) async throws {
        let folder = try folder(["a.swift": Self.good])
        let result = try await run(["run", folder, "--payload", "/dev/null", "--attache-package", path])
        #expect(result.end == .exited(2) && result.errors.contains("--attache-package"))
    }
}
