/// A group of options that knows what of it was given.
package protocol FlagGroup {
    /// What was given, by option name.
    var flags: FlagValues { get }
}
