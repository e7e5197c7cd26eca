/// One option's value and where it was said.
struct Setting: Equatable {
    /// The value as written.
    let text: String
    /// Where it was said, for messages: `--deadline`, `ATTACHE_DEADLINE` or `attache.yaml:3`.
    let origin: String
}
