/// One of the 166 security test cases, in words.
struct HostileCase: Sendable {
    /// 1 to 166.
    let number: Int
    /// What the case does.
    let what: String
    /// The right answer, as a guide to safe fetching would give it.
    let answer: String

    /// Reads `number | what | answer`; `nil` for any other line.
    init?(line: String) {
        let parts = line.split(separator: "|").map { part in
            String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        guard parts.count == 3, let number = Int(parts[0]) else { return nil }
        self.number = number
        what = parts[1]
        answer = parts[2]
    }
}
