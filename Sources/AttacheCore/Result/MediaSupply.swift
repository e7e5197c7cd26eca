/// Where the verdict on a media reference came from.
public enum MediaSupply: String, Sendable, CaseIterable {
    /// The origin was asked for this item.
    case transferred
    /// Another item of the same run had asked, or was asking.
    case shared
    /// An earlier run had asked, and its answer is still fresh.
    case cached
    /// An earlier run had asked, and the origin said that nothing has changed.
    case revalidated
}
