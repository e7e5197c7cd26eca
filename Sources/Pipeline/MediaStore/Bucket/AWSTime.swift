import AttacheCore

/// Instants as AWS writes them, in UTC.
package enum AWSTime {
    /// The basic form of ISO 8601, such as `20261123T021500Z`, of an instant in seconds since 1970, 0 or more.
    static func text(_ secondsSinceEpoch: Int) -> String {
        let date = CivilDate(secondsSinceEpoch: secondsSinceEpoch)
        let second = secondsSinceEpoch - date.secondsSinceEpoch
        return digits(date.year, 4) + digits(date.month) + digits(date.day) + "T" + digits(second / 3600)
            + digits(second / 60 % 60) + digits(second % 60) + "Z"
    }

    /// Reads the extended form, such as `2026-11-23T02:15:00.000Z`, to seconds since 1970; `nil` for another text.
    package static func seconds(_ text: String) -> Int? {
        let numbers = text.split { "-T:.Z".contains($0) }.prefix(6).map { Int($0) ?? -1 }
        guard text.hasSuffix("Z"), numbers.count == 6, (1970...9999).contains(numbers[0]),
            (1...12).contains(numbers[1]), (1...31).contains(numbers[2]), (0...23).contains(numbers[3]),
            (0...59).contains(numbers[4]), (0...60).contains(numbers[5])
        else { return nil }
        let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
        return date.secondsSinceEpoch + numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
    }

    private static func digits(_ number: Int, _ count: Int = 2) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
