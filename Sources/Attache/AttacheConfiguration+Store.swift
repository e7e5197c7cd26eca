import AttacheCore
import MediaStore

extension AttacheConfiguration {
    /// Where media are kept, as an absolute path: the one that results point into.
    ///
    /// - Returns: The path.
    /// - Throws: `SurroundingsError` when a relative directory has nothing to be relative to.
    package func storePath() throws(SurroundingsError) -> String {
        do throws(StoreError) {
            return try StoreConfiguration(directory: storeDirectory ?? StoreLocation.standard).absolutePath()
        } catch {
            throw SurroundingsError(sentence: StoreLocation.sentence(error))
        }
    }
}
