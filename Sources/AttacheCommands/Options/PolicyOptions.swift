import ArgumentParser

/// Whose extension is imitated.
struct PolicyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Whose extension to imitate: a policy's name, a policy file, or auto.",
            discussion: "auto takes the policy whose media keys the payload carries (default: auto).",
            valueName: "name|file|auto"
        )
    )
    var policy: String?

    @Option(help: ArgumentHelp("A directory of policy files to add to the built-in ones.", valueName: "dir"))
    var policies: String?

    @Option(help: ArgumentHelp("The extension's own Info.plist, for its ATS exceptions.", valueName: "file"))
    var infoPlist: String?
}
