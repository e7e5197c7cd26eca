/// Makes a single request and delivers its response; follows no redirect and does not retry.
package protocol MediaFetching: Sendable {
    /// Resolves, connects, sends the request and delivers the response.
    ///
    /// Cancelling the task ends the transfer immediately with `fetch.cancelled`.
    ///
    /// - Parameters:
    ///   - request: The URL, its deadline and the connection checks.
    ///   - receiver: Receives the response's head and body as they arrive.
    /// - Returns: The response, or the failure with its reasons.
    func fetch(_ request: FetchRequest, into receiver: any ResponseReceiving) async -> FetchResult
}

/// A permitted request: the form, scheme, host and port of its URL have been checked.
package struct FetchRequest: Sendable {
    package var url: MediaURL
    package var deadline: Deadline
    /// Checks of addresses and the TLS session.
    package var judge: any ConnectionJudging
    /// The link to imitate, or `nil` to load as fast as possible.
    package var throttle: LinkThrottle?
    /// Validators of a conditional request.
    package var validators: Validators?
    /// Client number; clients waiting for the same host take turns.
    package var clientID: Int = 0
    /// The method, further header fields and body; loads of media have the standard form.
    package var form = RequestForm()

    package init(
        url: MediaURL,
        deadline: Deadline,
        judge: any ConnectionJudging,
        throttle: LinkThrottle? = nil,
        validators: Validators? = nil,
        clientID: Int = 0
    ) {
        self.url = url
        self.deadline = deadline
        self.judge = judge
        self.throttle = throttle
        self.validators = validators
        self.clientID = clientID
    }
}

/// The form of a request, as an extension writes it; that of media is a GET without further fields.
package struct RequestForm: Sendable, Equatable {
    /// The method, which is a token of HTTP.
    package var method = "GET"
    /// Lines of the header, without line breaks.
    package var lines: [String] = []
    /// The body; `nil` for none.
    package var body: [UInt8]?
    /// The seconds without a byte after which the origin counts as stalled.
    package var stallSeconds = 10

    package init() {}
}

/// Result of a single hop: the response, as far as the receiver wanted it, or why there is none.
package typealias FetchResult = Result<FetchResponse, FetchFailure>

extension FetchResult {
    /// Times of the hop, successful or not.
    package var timing: TransferTiming {
        switch self {
        case .success(let response): response.timing
        case .failure(let failure): failure.timing
        }
    }
}

/// A completed response.
package struct FetchResponse: Sendable, Equatable {
    package var head: ResponseHead
    /// Bytes of body that were delivered.
    package var byteCount: Int
    /// Remote address, if known.
    package var address: IPAddress?
    package var timing: TransferTiming
    /// Notes on the connection.
    package var notes: [Reason]

    package init(
        head: ResponseHead,
        byteCount: Int,
        address: IPAddress?,
        timing: TransferTiming,
        notes: [Reason] = []
    ) {
        self.head = head
        self.byteCount = byteCount
        self.address = address
        self.timing = timing
        self.notes = notes
    }
}

/// A hop without a usable response.
package struct FetchFailure: Error, Sendable, Equatable {
    /// Cause of the failure.
    package enum Kind: Sendable, Equatable {
        /// The deadline passed.
        case deadline
        /// The caller cancelled the request.
        case cancelled
        /// The transfer failed or was refused.
        case failed
    }

    /// Progress of the transfer with its host.
    package enum Contact: Sendable, Equatable {
        /// The transfer was still in the queue, or was refused before any contact.
        case none
        /// The host was looked up or dialled.
        case tried
        /// The host has begun to answer.
        case answered
    }

    package var kind: Kind
    /// The findings, the headline first; never empty.
    package var reasons: [Reason]
    package var timing: TransferTiming
    package var contact: Contact

    package init(
        _ kind: Kind,
        _ reasons: [Reason],
        timing: TransferTiming = TransferTiming(),
        contact: Contact = .none
    ) {
        self.kind = kind
        self.reasons = reasons
        self.timing = timing
        self.contact = contact
    }
}

/// Receives one response as it arrives.
///
/// The calls are serial, on a loop of the fetcher: they must be short and may block only for a write to a local
/// file.
package protocol ResponseReceiving: AnyObject, Sendable {
    /// Receives the final status and header fields, without interim (1xx) responses, and decides whether the body is
    /// wanted.
    func receive(head: ResponseHead) -> TransferDecision

    /// Receives the next bytes of the body, valid only during the call, and decides whether to continue.
    func receive(body bytes: Span<UInt8>) -> TransferDecision
}

/// Status line and header fields of a response.
package struct ResponseHead: Sendable, Equatable {
    /// The status code, 100 to 599.
    package var status: Int
    /// Header fields in the order received, names as sent.
    package var fields: [(name: String, value: String)]

    package init(status: Int, fields: [(name: String, value: String)]) {
        self.status = status
        self.fields = fields
    }

    /// Returns the values of every field of a name, in the order received; ASCII letters match in both cases.
    package func values(_ name: String) -> [String] {
        func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
        return fields.lazy
            .filter { field in
                field.name.utf8.count == name.utf8.count
                    && field.name.utf8.elementsEqual(name.utf8) { lowered($0) == lowered($1) }
            }
            .map(\.value)
    }

    package static func == (left: ResponseHead, right: ResponseHead) -> Bool {
        left.status == right.status && left.fields.elementsEqual(right.fields) { $0 == $1 }
    }
}

/// The receiver's decision on the rest of a response.
package enum TransferDecision: Sendable, Equatable {
    /// Continue.
    case proceed
    /// The rest is not needed: end the transfer as complete.
    case discard
    /// End the transfer for this reason.
    case refuse(Reason)
}
