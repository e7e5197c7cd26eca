import AttacheOptions

extension SettingsResolver {
    /// How to talk.
    mutating func diagnostics(_ options: OutputOptions) -> Diagnostics {
        Diagnostics(format: choice("log-format", of: Diagnostics.Format.self) ?? .text, verbosity: options.verbosity)
    }

    /// When to colour.
    mutating func color() -> ColorChoice {
        choice("color", of: ColorChoice.self) ?? .auto
    }
}
