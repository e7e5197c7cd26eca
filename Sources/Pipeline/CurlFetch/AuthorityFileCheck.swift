import AttacheSystem
import CNetwork
import Glibc

/// A check of a file of certificate authorities, with the library that reads it for a connection.
package enum AuthorityFileCheck {
    /// Returns the reason why no connection could be verified with a PEM file, as a sentence with the fix, or `nil`.
    package static func problem(_ path: String) -> String? {
        var status = stat()
        guard unsafe stat(path, &status) == 0, unsafe access(path, R_OK) == 0 else {
            return "\(path) cannot be read: \(SystemCallError.message(errno))."
        }
        // A pipe would be empty when the first connection reads it.
        guard status.st_mode & S_IFMT == S_IFREG else { return "\(path) is not a regular file." }
        guard unsafe attache_is_authority_file(path) == 1 else {
            return "\(path) is not a file of PEM certificates; each begins with -----BEGIN CERTIFICATE-----."
        }
        return nil
    }
}
