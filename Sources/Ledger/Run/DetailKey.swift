/// The text of a detail as a key; its bytes are hashed at once, where an array would hash them one by one.
struct DetailKey: Hashable {
    let text: [UInt8]

    func hash(into hasher: inout Hasher) {
        unsafe text.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
}
