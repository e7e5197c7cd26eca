/// In which order results come.
public enum ResultOrder: Sendable, CaseIterable {
    /// That of the payloads: a slow one holds up those behind it.
    case input
    /// Each as soon as it is there.
    case completion
}
