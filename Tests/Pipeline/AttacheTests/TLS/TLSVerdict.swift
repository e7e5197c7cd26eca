import Testing

/// The results of a server under ATS dictionaries.
struct TLSVerdict: Sendable, CustomTestStringConvertible {
    /// The expected result under one dictionary.
    struct Expectation: Sendable {
        let dictionary: SampleDictionary
        /// The headline, or `nil` when the picture is attached.
        var code: String?
        /// The code that a device would log, and that of its stream.
        var apple: Int?
        var stream: Int?
    }

    let testDescription: String
    let origin: SecureOrigin
    let expectations: [Expectation]

    init(_ name: String, _ origin: SecureOrigin, _ expectations: [Expectation]) {
        testDescription = name
        self.origin = origin
        self.expectations = expectations
    }
}

extension TLSVerdict.Expectation {
    static func attached(_ dictionaries: SampleDictionary...) -> [Self] { dictionaries.map { Self(dictionary: $0) } }

    static func refused(
        _ code: String,
        _ apple: Int,
        stream: Int? = nil,
        _ dictionaries: SampleDictionary...
    ) -> [Self] {
        dictionaries.map { Self(dictionary: $0, code: code, apple: apple, stream: stream) }
    }

    static func version(_ dictionaries: SampleDictionary...) -> [Self] {
        dictionaries.map { Self(dictionary: $0, code: "ats.tls-version", apple: -1200, stream: -9836) }
    }

    static func secrecy(_ dictionaries: SampleDictionary...) -> [Self] {
        dictionaries.map { Self(dictionary: $0, code: "ats.forward-secrecy", apple: -1200, stream: -9824) }
    }

    static func suite(_ dictionaries: SampleDictionary...) -> [Self] {
        dictionaries.map { Self(dictionary: $0, code: "ats.cipher-suite", apple: -1200, stream: -9824) }
    }
}
