/// What a look at every stored file has shown.
package struct StoreVerification: Sendable, Equatable {
    /// A file that is not what its name says.
    package struct Damage: Sendable, Equatable {
        /// Its name below the store's directory.
        package var name: String
        /// What is wrong and what was done, as one sentence.
        package var sentence: String
    }

    /// The files that were read.
    package var fileCount = 0
    /// Their bytes together.
    package var byteCount = 0
    /// The files that are not what their names say, by name.
    package var damages: [Damage] = []
    /// What is not Attache's and was left alone, by name.
    package var foreign: [String] = []

    /// Has seen nothing.
    package init() {}
}
