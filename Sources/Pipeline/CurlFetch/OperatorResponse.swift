import CNetwork

/// The result of a request to a configured endpoint.
package enum OperatorOutcome: Sendable {
    package struct Response: Sendable {
        package let status: Int
        /// Values by name in lower case; of several lines the last.
        package let fields: [String: String]
        package let body: [UInt8]

        package init(status: Int, fields: [String: String] = [:], body: [UInt8] = []) {
            self.status = status
            self.fields = fields
            self.body = body
        }
    }

    /// The response, whatever its status.
    case response(Response)
    /// The cause of a missing response, as a part of a sentence.
    case failure(String)
}

/// The response of a request to a configured endpoint, as it arrives.
final class ReceivedResponse {
    private(set) var body: [UInt8] = []
    private(set) var fields: [String: String] = [:]
    private(set) var isTooLong = false
    private let limit: Int
    let stop: OperatorStop

    init(limit: Int, stop: OperatorStop) {
        self.limit = limit
        self.stop = stop
    }

    func append(_ piece: UnsafeRawBufferPointer) -> Bool {
        isTooLong = body.count + piece.count > limit
        unsafe body += piece.prefix(limit - body.count)
        return !isTooLong
    }

    func read(line: String) {
        // The head of a final response replaces that of an interim one.
        if line.hasPrefix("HTTP/") { fields = [:] }
        guard let colon = line.firstIndex(of: ":") else { return }
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        let end = value.lastIndex { !$0.isWhitespace }.map { value.index(after: $0) } ?? value.startIndex
        fields[line[..<colon].lowercased()] = String(value[..<end])
    }
}

/// Receives a piece of the body; a return value other than its length ends the transfer.
func attacheKeepResponseBody(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    // Unsafe, and right: libcurl passes size × count readable bytes, and `send` holds the response meanwhile.
    let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    let response = unsafe Unmanaged<ReceivedResponse>.fromOpaque(context).takeUnretainedValue()
    return unsafe response.append(piece) ? size * count : 0
}

/// Ends the transfer with a value above zero.
func attacheEndStoppedRequest(
    _ context: UnsafeMutableRawPointer?,
    _: curl_off_t,
    _: curl_off_t,
    _: curl_off_t,
    _: curl_off_t
) -> CInt {
    guard let context = unsafe context else { return 0 }
    // Unsafe, and right: `send` holds the response during the transfer.
    return unsafe Unmanaged<ReceivedResponse>.fromOpaque(context).takeUnretainedValue().stop.isSet ? 1 : 0
}

/// Receives one header line.
func attacheKeepResponseHeader(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    // Unsafe, and right: as above.
    let line = unsafe String(decoding: UnsafeRawBufferPointer(start: bytes, count: size * count), as: UTF8.self)
    unsafe Unmanaged<ReceivedResponse>.fromOpaque(context).takeUnretainedValue().read(line: line)
    return size * count
}
