import SystemPackage

/// An input that a walk has found, with the open directory that it was found in.
struct DiscoveredInput {
    var entry: InputEntry
    /// `nil` where the command line names it.
    var directory: DirectoryStream?

    init(_ entry: InputEntry, in directory: DirectoryStream? = nil) {
        self.entry = entry
        self.directory = directory
    }
}
