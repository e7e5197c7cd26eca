/// Finds what was said about an option, wherever it was said.
package protocol SettingSource {
    /// The value of an option that takes one.
    ///
    /// - Parameter name: The option's name without dashes, such as `info-plist`.
    /// - Returns: The value and where it was said, or `nil` when nobody said anything.
    func value(_ name: String) -> Setting?

    /// The values of an option that may be repeated.
    ///
    /// - Parameter name: The option's name without dashes, such as `allow-host`.
    /// - Returns: The values and where they were said; empty when nobody said anything.
    func values(_ name: String) -> [Setting]
}
