package import AttacheCore

/// What a `NameServer` does with one question.
package indirect enum NameReply: Sendable {
    /// The addresses that fit the question's type; without any of them, an answer without records.
    case addresses([IPAddress])
    /// An alias, and the addresses of the name that it leads to.
    case alias(String, [IPAddress])
    /// No records and a response code of RFC 1035, section 4.1.1: 2 is SERVFAIL, 3 NXDOMAIN, 5 REFUSED.
    case code(UInt8)
    /// Nothing, ever.
    case silence
    /// The reply after a time.
    case delayed(Duration, NameReply)
    /// These bytes in place of a message.
    case garbage([UInt8])
}
