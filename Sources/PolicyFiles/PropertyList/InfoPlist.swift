package import AttacheCore

/// What an extension's Info.plist says about App Transport Security.
package struct InfoPlist: Sendable, Equatable {
    /// The dictionary; empty when the file has none, which means Apple's defaults.
    package let ats: ATSDictionary
    /// Keys that iOS ignores and hosts that it never matches.
    package let warnings: [PolicyProblem]
}
