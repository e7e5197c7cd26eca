/// Why a text is not a JSON document.
package struct JSONError: Error, Equatable, Sendable {
    /// `payload.invalid-json`, `.duplicate-key`, `.too-deep`, `.empty`, or `.too-large` from 2 GiB on.
    package let code: ReasonCode
    /// One plain sentence, without the position.
    package let message: String
    /// Where it went wrong.
    package let position: JSONPosition

    /// Turns what the parser found into what is told.
    ///
    /// - Parameters:
    ///   - fault: What the parser found.
    ///   - bytes: The text it was found in.
    init(_ fault: JSONFault, in bytes: Span<UInt8>) {
        code = fault.problem.code
        message = fault.message(in: bytes)
        position = JSONPosition(offset: fault.offset, in: bytes)
    }
}

extension JSONError: CustomStringConvertible {
    /// The sentence with its position.
    package var description: String { "\(position): \(message)" }
}
