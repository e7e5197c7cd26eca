/// What a look at everything in a cache has shown.
package struct CacheVerification: Sendable, Equatable {
    /// The files that were read, and their bytes together.
    package var files = CacheAmount()
    /// What was damaged and what was done about it, one sentence each.
    package var damages: [String] = []
    /// What lies among the files and is not Attache's; it was left alone.
    package var foreign: [String] = []
    /// Entries of the index whose file was gone or wrong.
    package var droppedEntryCount = 0
}
