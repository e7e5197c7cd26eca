import SystemPackage

/// One PATH of the command line.
struct BatchRoot: Sendable {
    /// What stands at the path.
    enum Kind: Sendable {
        case directory
        /// A file, or something that cannot be read as one; reading it tells.
        case file
        case standardInput
    }

    /// The path as it was typed, which sources of results begin with.
    let text: String
    let kind: Kind
    /// The absolute path without links, where there is one.
    let real: FilePath?
    /// Its base name, which the names of its inputs begin with.
    let name: FilePath.Component

    /// The name that its output has in the output directory, as bytes.
    var outputName: [UInt8] { kind == .directory ? name.bytes : InputName.given(name.bytes).output }
}
