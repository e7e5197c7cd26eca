import Glibc

/// A time of day in the form of RFC 3339, in UTC and to the millisecond: `2026-11-21T16:17:13.042Z`.
struct LogTime {
    /// Milliseconds since 1970.
    let milliseconds: Int

    /// The current time.
    static var now: LogTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return LogTime(milliseconds: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
    }

    /// The text.
    var text: String {
        let (days, rest) = Self.floored(milliseconds, by: 86_400_000)
        let (year, month, day) = Self.date(daysSinceEpoch: days)
        return unsafe String(unsafeUninitializedCapacity: 24) { buffer in
            var index = 0
            func put(_ number: Int, _ width: Int, _ mark: UInt8) {
                var number = number
                for place in (0..<width).reversed() {
                    // Unsafe, and right: the widths and marks below are 24 bytes.
                    unsafe buffer[index + place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10)
                    number /= 10
                }
                unsafe buffer[index + width] = mark
                index += width + 1
            }
            put(year, 4, UInt8(ascii: "-"))
            put(month, 2, UInt8(ascii: "-"))
            put(day, 2, UInt8(ascii: "T"))
            put(rest / 3_600_000, 2, UInt8(ascii: ":"))
            put(rest / 60_000 % 60, 2, UInt8(ascii: ":"))
            put(rest / 1000 % 60, 2, UInt8(ascii: "."))
            put(rest % 1000, 3, UInt8(ascii: "Z"))
            return index
        }
    }

    /// The date of the Gregorian calendar; years are counted from March on, so that the leap day is the last.
    private static func date(daysSinceEpoch: Int) -> (year: Int, month: Int, day: Int) {
        // From 0000-03-01, in cycles of 400 years, which all have the same number of days.
        let (cycle, dayOfCycle) = floored(daysSinceEpoch + 719_468, by: 146_097)
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        // Five months of 153 days follow each other from March on.
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    private static func floored(_ value: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
        let remainder = (value % divisor + divisor) % divisor
        return ((value - remainder) / divisor, remainder)
    }
}
