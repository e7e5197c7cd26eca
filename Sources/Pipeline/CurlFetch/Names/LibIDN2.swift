import AttacheCore
import CNetwork

/// Converts internationalised host names with libidn2, by UTS 46 non-transitional processing and IDNA 2008.
///
/// It has no state, so one value serves every thread.
package struct LibIDN2: HostCanonicalizing {
    /// The limit of the result in bytes; a host name has at most 253 and a trailing full stop.
    private static let capacity = 256

    package init() {}

    /// Returns the A-label form of a host name in lower case, or `nil` for an invalid name. The name is percent-decoded
    /// UTF-8; the result does not depend on the locale.
    package func aLabel(of name: String) -> String? {
        // A NUL would end the name earlier in C than in Swift: two names for one host.
        guard !name.utf8.contains(0) else { return nil }
        var length = -1
        // Safe: C writes at most the buffer's `count` bytes and returns the number, and the name's pointer lives for
        // the call.
        let label = unsafe String(unsafeUninitializedCapacity: Self.capacity) { buffer in
            length = unsafe buffer.withMemoryRebound(to: CChar.self) { characters in
                guard let start = characters.baseAddress else { return -1 }
                return unsafe name.withCString { unsafe attache_idn2_a_label($0, start, characters.count) }
            }
            return max(0, length)
        }
        return length > 0 ? label.lowercased() : nil
    }
}

/// The versions of the loaded libraries for names.
package enum ResolverVersion {
    package static var cares: String {
        // Unsafe, and right: a constant text of the library.
        guard let text = unsafe ares_version(nil) else { return "unknown" }
        return unsafe String(cString: text)
    }

    package static var idn2: String {
        // Unsafe, and right: a constant text of the library, for any version.
        guard let text = unsafe idn2_check_version(nil) else { return "unknown" }
        return unsafe String(cString: text)
    }
}
