/// Makes names that Prometheus takes; https://prometheus.io/docs/concepts/data_model/
enum PrometheusName {
    /// A metric's name: `[a-zA-Z_:][a-zA-Z0-9_:]*`.
    ///
    /// - Parameter text: Any name, such as `http.requests`.
    /// - Returns: The same with an underscore for everything that must not stand in it.
    static func metric(_ text: String) -> String { fitting(text) { $0 == UInt8(ascii: ":") } }

    /// A label's name: `[a-zA-Z_][a-zA-Z0-9_]*`.
    ///
    /// - Parameter text: Any name.
    /// - Returns: The same with an underscore for everything that must not stand in it.
    static func label(_ text: String) -> String { fitting(text) { _ in false } }

    private static func fitting(_ text: String, _ isAlsoAllowed: (UInt8) -> Bool) -> String {
        var bytes = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                byte
            default: isAlsoAllowed(byte) ? byte : UInt8(ascii: "_")
            }
        }
        if bytes.first.map({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) ?? true {
            bytes.insert(UInt8(ascii: "_"), at: 0)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
