import AttacheCore
import MediaStore

/// The file of trusted authorities that a configuration names.
enum AuthorityFile {
    /// What tells one file of authorities from another.
    ///
    /// - Parameter configuration: The configuration.
    /// - Returns: The digest of the file's content, its path when it cannot be read (every https load fails then), or
    ///   `nil` for the system's authorities.
    static func digest(of configuration: AttacheConfiguration) -> String? {
        guard let path = configuration.certificateAuthorityFile else { return nil }
        do throws(StoreError) {
            return try LocalMediaFile(path).digest()
        } catch {
            return path
        }
    }
}
