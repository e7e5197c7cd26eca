import CMagic

/// The libmagic that this process uses, which may be newer than the one it was built with.
package enum MagicVersion {
    /// The version, such as `5.44`; libmagic tells it as 544.
    package static var text: String {
        let number = magic_version()
        let minor = number % 100
        return "\(number / 100).\(minor < 10 ? "0" : "")\(minor)"
    }
}
