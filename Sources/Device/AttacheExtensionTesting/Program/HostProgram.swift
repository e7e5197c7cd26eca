import AttacheCore
import AttacheSystem
import Glibc
import UserNotifications

/// An extension's program started by hand: it delivers payloads to itself, in a process of the extension, and prints what
/// the user of a device sees as a line of JSON for each.
enum HostProgram {
    private static let usage = """
        usage: PROGRAM [OPTION…] PAYLOAD…
          PAYLOAD                  a file with the JSON of a push; - for standard input
          --extension NAME         one extension of a program of several
          --info-plist FILE        the extension's Info.plist
          --bundle-identifier ID   the bundle identifier
          --group ID               an app group; can be repeated
          --container DIR          the directory of the container, which stays
          --expiry SECONDS         when serviceExtensionTimeWillExpire is called, instead of 29
          --cut-off SECONDS        when the original is delivered, instead of 30
          --resource PATH          a file of the bundle, or a folder of such files; can be repeated
          --language NAME          the language of the bundle's strings, such as de
          --texts JSON             title, subtitle and body of the payloads after it, as a list; [] for their own
          --collapse-id ID         the identifier of the requests for the payloads after it; empty for unique ones
          --filters                the app has the entitlement to suppress notifications
          --fresh-process          a new process for each payload

        """

    /// Runs the program with its arguments, and ends the process.
    static func run(_ arguments: [String], _ names: [String]) async -> Never {
        let options: HostOptions
        do throws(ConfigurationError) {
            options = try HostOptions(arguments, extensions: names)
        } catch {
            write(error.problems.map { "\($0)\n" }.joined() + usage, to: STDERR_FILENO)
            exit(2)
        }
        exit(await deliver(options))
    }

    /// Delivers the payloads, and returns the status of the program. The host, and with it the container's directory, goes
    /// at the end of this scope: `exit` would leave it.
    private static func deliver(_ options: HostOptions) async -> Int32 {
        let host = ExtensionHost(
            program: options.program,
            limits: options.limits,
            filtersNotifications: options.filtersNotifications
        )
        for (path, collapseIdentifier, texts) in options.payloads {
            guard let bytes = read(path) else {
                write(
                    "invalid payload: \(path) cannot be read; use a file with the JSON of a push.\n",
                    to: STDERR_FILENO
                )
                return 2
            }
            let delivered = await host.deliver(bytes, collapseIdentifier: collapseIdentifier, texts: texts)
            if case .failed(let code) = FileDescriptor.writeAll(delivered.json(payload: path), to: STDOUT_FILENO) {
                write("Standard output cannot be written: \(SystemCallError.message(code)).\n", to: STDERR_FILENO)
                return 1
            }
        }
        await host.end()
        return 0
    }

    private static func read(_ path: String) -> [UInt8]? {
        let number = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return nil }
        var bytes: [UInt8] = []
        while let piece = try? FileDescriptor.readAll(1 << 16, from: number) {
            if piece.isEmpty { return bytes }
            bytes += piece
        }
        return nil
    }

    private static func write(_ text: String, to number: Int32) {
        _ = FileDescriptor.writeAll(Array(text.utf8), to: number)
    }
}

/// The arguments of an extension's program.
struct HostOptions {
    var program = ExtensionProgram(executable: URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath())
    var limits = ExtensionLimits.device
    var filtersNotifications = false
    /// The payloads, each with the identifier of its request, `nil` for a unique one, and its texts, empty for its own.
    var payloads: [(path: String, collapseIdentifier: String?, texts: [String])] = []

    init(_ arguments: [String], extensions: [String]) throws(ConfigurationError) {
        var problems: [String] = []
        var rest = arguments[...]
        var (expiry, cutOff) = (limits.expiry, limits.cutOff)
        var (collapseIdentifier, texts) = (String?.none, [String]())
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else {
                payloads.append((word, collapseIdentifier, texts))
                continue
            }
            switch word {
            case "--filters":
                filtersNotifications = true
                continue
            case "--fresh-process":
                program.reusesProcess = false
                continue
            default: break
            }
            guard let value = rest.popFirst() else {
                problems.append("invalid option \(word): it has no value, or is none of those below.")
                break
            }
            switch word {
            case "--extension":
                program.name = value
                if !extensions.contains(value) {
                    problems.append(
                        "invalid --extension \"\(value)\": use one of \(extensions.joined(separator: ", "))."
                    )
                }
            case "--info-plist": program.infoPlist = URL(fileURLWithPath: value)
            case "--bundle-identifier": program.bundleIdentifier = value
            case "--group": program.appGroups.append(value)
            case "--container": program.container = URL(fileURLWithPath: value, isDirectory: true)
            case "--resource": program.resources.append(URL(fileURLWithPath: value))
            case "--texts":
                let root = try? JSONDocument(parsing: Array(value.utf8)).root
                texts = root?.elements.compactMap(\.string) ?? []
            case "--language": program.language = value
            case "--collapse-id": collapseIdentifier = value.isEmpty ? nil : value
            case "--expiry", "--cut-off":
                guard let seconds = Double(value), seconds >= 0, seconds < 1e6 else {
                    problems.append("invalid \(word) \"\(value)\": use seconds, such as 2.5.")
                    continue
                }
                if word == "--expiry" { expiry = .seconds(seconds) } else { cutOff = .seconds(seconds) }
            default: problems.append("invalid option \(word): use one of those below.")
            }
        }
        limits = ExtensionLimits(expiry: expiry, cutOff: cutOff)
        if payloads.isEmpty {
            problems.append("invalid arguments: there is no payload; use a file, or - for standard input.")
        }
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
    }
}
