/// A command, as the argument parser describes it.
struct CommandDescription {
    var name = ""
    var abstract = ""
    var discussion = ""
    var arguments: [ArgumentDescription] = []
    var subcommands: [CommandDescription] = []

    /// This command and all below it, each with its whole name, such as `attache policy list`.
    var allCommands: [(name: String, command: CommandDescription)] {
        [(name, self)] + subcommands.flatMap { $0.allCommands.map { ("\(name) \($0.name)", $0.command) } }
    }
}
