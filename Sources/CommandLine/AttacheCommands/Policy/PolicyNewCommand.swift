import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore

/// `attache policy new`: the beginning of a policy file.
struct PolicyNewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Print a policy file to start from, with comments.",
        discussion: """
            The file is valid as it is: policy check accepts it, and policy test runs cases with it.

            EXAMPLES
              attache policy new acme > acme.yaml  begin a policy
              attache policy new acme --media /acme/image > acme.yaml  begin it with the key of its media
            """
    )

    @Argument(help: "The name of the policy: lower-case letters, digits and hyphens.")
    var name: String

    @Option(
        help: ArgumentHelp("The policy that supplies the values which the file leaves out.", valueName: "policy"),
        completion: .list(BuiltinPolicies.names)
    )
    var extends = "apple"

    @Option(
        help: ArgumentHelp(
            "Where the extension reads a media URL: a JSON Pointer or a JSONPath. Repeatable.",
            valueName: "path"
        )
    )
    var media: [String] = []

    @OptionGroup var policies: PolicyDirectoryOptions

    func run() async throws {
        try await CommandRunner.finish { _ in
            let known = try policies.library().policies
            var problems: [String] = []
            if !Self.isName(name) {
                problems.append(
                    "invalid name \"\(name)\": use 1 to 64 lower-case letters, digits and hyphens, such as acme-push."
                )
            }
            if known[extends] == nil {
                let names = known.names
                let problem = "invalid --extends \"\(extends)\"\(NearestName.question(extends, among: names))"
                problems.append("\(problem): use one of \(names.joined(separator: ", ")).")
            }
            let paths = media.compactMap { path -> String? in
                do throws(ConfigurationError) {
                    return try JSONPath.paths(orPointer: path).first.map(\.expression)
                } catch {
                    problems.append("invalid --media \"\(path)\": \(error.problems.first ?? ""); use /acme/image.")
                    return nil
                }
            }
            guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
            try StandardOutput.write(PolicyTemplate(name: name, parent: extends, media: paths).text)
            return .success
        }
    }

    private static func isName(_ name: String) -> Bool {
        let isKnown = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
        return isKnown && (1...64).contains(name.utf8.count) && !name.hasPrefix("-") && name != "auto"
    }
}

extension JSONPath {
    /// The path as JSONPath, whatever it was written as.
    fileprivate var expression: String {
        segments.reduce(into: "$") { text, segment in
            switch segment {
            case .name(let name):
                text += "['" + name.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "']"
            case .index(let index): text += "[\(index)]"
            case .wildcard: text += "[*]"
            }
        }
    }
}

/// The text of a new policy file.
struct PolicyTemplate {
    let name: String
    let parent: String
    /// The media paths as JSONPath; none for a key of the policy's own name.
    let media: [String]

    var text: String {
        let paths = media.isEmpty ? ["$['\(name)'].image"] : media
        let urls = paths.map { "    - url: \(Self.quoted($0))" }.joined(separator: "\n")
        return """
            # yaml-language-server: $schema=/usr/share/attache/schemas/policy.json
            # How one app's notification service extension handles media. Every key that is left out has the value of the
            # policy in `extends`. Check the file with `attache policy check`, and test it with `attache policy test`.
            schema: attache-policy/1
            name: \(name)
            summary: What this app is, in one line
            # Where the facts come from: pages of documentation, or files of the SDK's source.
            source:
              - Name of the documentation › Name of the page
            extends: \(parent)

            payload:
              # The keys that may hold a media URL, as JSONPath. The first one that exists counts.
              media:
            \(urls)
              # A URL with a type hint:   - url: $.acme.image
              #                             type: $.acme.imageType
              # A URL that is read only with some keys, or not with others:
              #   - url: $.acme.image
              #     when: [$.acme.enabled]
              #     unless: [{ path: $.acme.lazy, equals: true }]
              # Attach every media file that is found, not only the first:
              # all: true
              # The vendor's own keys: without one of them `auto` chooses another policy.
              # auto: [$.acme]
              # Keys without which the extension ignores the push, and what it does then: plain, untouched or hang.
              # requires: [$.acme.id]
              # on-missing: plain
              # Kinds of values without which the extension decodes none of its keys:
              # forms: [{ path: $.acme.width, kind: number }]
              # What it does with a value of another kind, where that differs from on-missing:
              # on-malformed: untouched

            # What decides the file's extension, in order: the path of the URL, or the bytes.
            # extension: [url-path, bytes]

            # The files that the app takes; null for a kind that it does not take.
            # types:
            #   image: { extensions: [jpg, jpeg, png, gif], limit: 10MiB, warn: 10MB }
            #   video: { extensions: [mp4], limit: 50MiB, warn: 50MB }
            #   audio: null

            # What the extension does on a mobile network, and with Low Data Mode: download or skip.
            # network:
            #   cellular: { skip: [video], without-extension: download }
            #   low-data: download

            # What the extension takes as a response, and its own time limit.
            # fetch: { status: 2xx, redirects: 16, timeout: 30s }

            # The NSAppTransportSecurity dictionary of the extension's Info.plist.
            # ats:
            #   NSAllowsArbitraryLoads: false

            # What the extension does on the phone: the member `device` of results. Without it nothing is predicted.
            # device:
            #   vendor: \(Self.title(name))
            #   verified: code              # how you know it; code-sample or doc for less than the source
            #   naming: [suggested-name]    # where the file's name comes from, in order
            #   basis: final                # the URL after redirects, or the original one
            #   status: any                 # 2xx when the extension refuses error pages
            #   attachments: replace        # or append
            #   failure: plain              # what is shown without media
            #   expiry: best                # what is shown when the 30 seconds are over

            """
    }

    /// The name with a capital letter.
    private static func title(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    /// A path as a quoted YAML text.
    private static func quoted(_ path: String) -> String {
        "\"" + path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
