package import ArgumentParser

/// Whose extension is imitated.
package struct PolicyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Whose extension to imitate: a policy's name, a policy file, or auto.",
            discussion: "auto takes the policy whose media keys the payload carries (default: auto).",
            valueName: "name|file|auto"
        )
    )
    package var policy: String?

    @Option(help: ArgumentHelp("A directory of policy files to add to the built-in ones.", valueName: "dir"))
    package var policies: String?

    @Option(help: ArgumentHelp("The extension's own Info.plist, for its ATS exceptions.", valueName: "file"))
    package var infoPlist: String?

    package init() {}
}

extension PolicyOptions: FlagGroup {
    package var flags: FlagValues {
        FlagValues(
            single: [
                "policy": policy,
                "policies": policies,
                "info-plist": infoPlist,
            ]
        )
    }
}
