/// Numbers texts that come again and again, so that a page holds each of them once.
struct StringTable {
    /// Texts that get a number; later ones stand where they are used.
    static let capacity = 4096

    private(set) var all: [String] = []
    private var indices: [String: Int] = [:]

    /// A text's number, a new one where there is room.
    mutating func index(of text: String) -> Int? {
        if let index = indices[text] { return index }
        guard all.count < Self.capacity else { return nil }
        all.append(text)
        indices[text] = all.count - 1
        return all.count - 1
    }
}
