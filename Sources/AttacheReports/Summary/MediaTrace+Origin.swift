import AttacheCore

extension TransferRecord {
    /// Whether the origin was asked for the sake of this item.
    var askedOrigin: Bool { supply == .transferred || supply == .revalidated }
}
