/// A number of bytes as people write it: `10MB` is 10 × 10⁶, `10MiB` is 10 × 2²⁰, and neither is ever guessed.
package struct ByteSize: Sendable, Hashable {
    /// The number of bytes.
    package let byteCount: Int

    /// Creates a size.
    ///
    /// - Parameter byteCount: The number of bytes, 0 or more.
    package init(byteCount: Int) {
        self.byteCount = byteCount
    }

    /// Reads a size with its unit.
    ///
    /// - Parameter text: A number and one of `B`, `kB`, `KB`, `MB`, `GB`, `TB`, `KiB`, `MiB`, `GiB`, `TiB`, such as
    ///   `1.5MiB`.
    /// - Throws: `QuantityError` when the unit is missing or unknown, or the number is no whole number of bytes.
    package init(parsing text: String) throws(QuantityError) {
        guard let quantity = DecimalQuantity(text) else {
            throw QuantityError(
                message: "\"\(text)\" is no size",
                fix: "write a size such as 10MB (10^6) or 10MiB (2^20)"
            )
        }
        guard let factor = Self.units.first(where: { $0.name == quantity.unit })?.byteCount else {
            throw Self.unknownUnit(quantity.unit, in: text)
        }
        guard let byteCount = quantity.multiplied(by: factor) else {
            throw QuantityError(
                message: "\"\(text)\" is no whole number of bytes below 2^63",
                fix: "write a smaller number"
            )
        }
        self.byteCount = byteCount
    }

    private static let units: [(name: String, byteCount: Int)] = [
        ("B", 1), ("kB", 1_000), ("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("TB", 1_000_000_000_000),
        ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("TiB", 1 << 40),
    ]

    /// `10M` and `10mb` are refused with the two things they may mean: 5 % lie between them.
    private static func unknownUnit(_ unit: String, in text: String) -> QuantityError {
        let number = text.dropLast(unit.count)
        if unit.isEmpty {
            return QuantityError(message: "\"\(text)\" has no unit", fix: "write \(text)B for bytes, or MB, MiB, …")
        }
        let prefix = unit.prefix(1).uppercased()
        guard "KMGT".contains(prefix), unit.count <= 3 else {
            return QuantityError(
                message: "\"\(unit)\" is no unit of size",
                fix: "write B, kB, MB, GB, TB, KiB, MiB, GiB or TiB"
            )
        }
        return QuantityError(
            message: "\"\(unit)\" is no unit of size",
            fix: "write \(number)\(prefix)B (powers of 1000) or \(number)\(prefix)iB (powers of 1024)"
        )
    }
}

extension ByteSize: CustomStringConvertible {
    /// The size in the largest unit that needs no fraction, such as `10MiB`.
    package var description: String {
        let exact = Self.units.reversed().filter { byteCount > 0 && byteCount.isMultiple(of: $0.byteCount) }
        guard let unit = exact.max(by: { $0.byteCount < $1.byteCount }) else { return "\(byteCount)B" }
        return "\(byteCount / unit.byteCount)\(unit.name)"
    }
}
