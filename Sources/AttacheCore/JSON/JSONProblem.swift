/// The ways in which a text is not a JSON document.
enum JSONProblem: Sendable, CaseIterable {
    case empty
    case byteOrderMark
    case wideEncoding
    case tooLong
    case tooDeep
    case duplicateKey
    case expectedValue
    case expectedKey
    case expectedColon
    case expectedCommaOrBrace
    case expectedCommaOrBracket
    case trailingComma
    case trailingText
    case unterminatedString
    case controlCharacter
    case invalidEscape
    case invalidUnicodeEscape
    case loneSurrogate
    case invalidUTF8
    case invalidLiteral
    case leadingZero
    case missingIntegerDigits
    case missingFractionDigits
    case missingExponentDigits

    /// The reason code a result gives for this problem.
    var code: ReasonCode {
        switch self {
        case .empty: .payloadEmpty
        case .tooDeep: .payloadTooDeep
        case .tooLong: .payloadTooLarge
        case .duplicateKey: .payloadDuplicateKey
        default: .payloadInvalidJSON
        }
    }
}
