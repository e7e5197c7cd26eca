/// Makes one request and delivers its response: one hop, no redirect followed, no retry.
package protocol MediaFetching: Sendable {
    /// Resolves, connects, sends a GET and delivers the response.
    ///
    /// Cancelling the task ends the transfer at once and gives `fetch.cancelled`.
    ///
    /// - Parameters:
    ///   - request: What to load, by when, and who judges the addresses and the TLS session.
    ///   - receiver: Takes the response's head and body as they arrive.
    /// - Returns: The response's end, or why there is none. Nothing is thrown: every failure has a reason.
    func fetch(_ request: FetchRequest, into receiver: any ResponseReceiving) async -> FetchResult
}

/// One permitted request: a URL whose form, scheme, host and port have been judged.
package struct FetchRequest: Sendable {
    /// What to load.
    package var url: MediaURL
    /// When the answer must be there.
    package var deadline: Deadline
    /// Judges what only the connection shows: addresses and the TLS session.
    package var judge: any ConnectionJudging
    /// Slows the transfer to the receiving device's link, where that was asked for.
    package var throttle: LinkThrottle?
    /// Makes the request conditional: only a response that is no longer this one is wanted.
    package var validators: Validators?
    /// Who asks, as a number: of several parties that wait for one host each has its turn.
    package var clientID: Int

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - url: A judged URL.
    ///   - deadline: When the answer must be there.
    ///   - judge: Judges addresses and the TLS session.
    ///   - throttle: The link to imitate, or `nil` to load as fast as possible.
    ///   - validators: What makes the request conditional, or `nil`.
    ///   - clientID: Who asks.
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

/// How one hop ended: with a response, or as much of it as the receiver wanted, or without a usable one.
package typealias FetchResult = Result<FetchResponse, FetchFailure>

extension FetchResult {
    /// Where the hop's time went, however it ended.
    var timing: TransferTiming {
        switch self {
        case .success(let response): response.timing
        case .failure(let failure): failure.timing
        }
    }
}

/// The end of one response.
package struct FetchResponse: Sendable, Equatable {
    /// The response's status and header fields.
    package var head: ResponseHead
    /// Bytes of body that were delivered.
    package var byteCount: Int
    /// The address it came from.
    package var address: IPAddress?
    /// Where the time went.
    package var timing: TransferTiming
    /// What is worth knowing about the connection.
    package var notes: [Reason]

    /// Creates a response's end.
    ///
    /// - Parameters:
    ///   - head: The response's status and header fields.
    ///   - byteCount: Bytes of body that were delivered.
    ///   - address: The address it came from, where known.
    ///   - timing: Where the time went.
    ///   - notes: What is worth knowing about the connection.
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

/// Why a hop has no usable response.
package struct FetchFailure: Error, Sendable, Equatable {
    /// Three different answers to "why did it end".
    package enum Kind: Sendable, Equatable {
        /// The deadline passed.
        case deadline
        /// The caller went away.
        case cancelled
        /// The transfer itself failed or was refused.
        case failed
    }

    /// How far the transfer came with its host.
    package enum Contact: Sendable, Equatable {
        /// It waited for its turn, or was refused before anybody was asked.
        case none
        /// The host was looked up or dialled.
        case tried
        /// The host has begun to answer.
        case answered
    }

    /// Which of the three it was.
    package var kind: Kind
    /// The findings, the headline first; never empty.
    package var reasons: [Reason]
    /// Where the time went.
    package var timing: TransferTiming
    /// How far the transfer came with its host.
    package var contact: Contact

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - kind: Deadline, cancelled or failed.
    ///   - reasons: The findings, the headline first.
    ///   - timing: Where the time went.
    ///   - contact: How far the transfer came with its host.
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

/// Takes one response as it arrives.
///
/// The calls come one after the other on the fetcher's own thread: they must be short and wait for nothing but a write
/// to a local file.
package protocol ResponseReceiving: AnyObject, Sendable {
    /// The status and header fields of the response proper have arrived; interim (1xx) responses are not shown.
    ///
    /// - Parameter head: The response's head.
    /// - Returns: Whether the body is wanted.
    func receive(head: ResponseHead) -> TransferDecision

    /// The next bytes of the body have arrived.
    ///
    /// - Parameter bytes: The bytes, valid only during the call.
    /// - Returns: Whether more are wanted.
    func receive(body bytes: Span<UInt8>) -> TransferDecision
}

/// The status line and header fields of one response.
package struct ResponseHead: Sendable, Equatable {
    /// The status code, 100 to 599.
    package var status: Int
    /// The header fields in the order they came, names as sent.
    package var fields: [(name: String, value: String)]

    /// Creates a response head.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - fields: The header fields in the order they came.
    package init(status: Int, fields: [(name: String, value: String)]) {
        self.status = status
        self.fields = fields
    }

    /// The values of every field of a name.
    ///
    /// - Parameter name: The field's name in any case.
    /// - Returns: The values in the order they came; empty when there is none.
    package func values(_ name: String) -> [String] {
        let wanted = name.lowercased()
        return fields.lazy.filter { $0.name.lowercased() == wanted }.map(\.value)
    }

    package static func == (left: ResponseHead, right: ResponseHead) -> Bool {
        left.status == right.status && left.fields.elementsEqual(right.fields) { $0 == $1 }
    }
}

/// What a receiver wants of the rest of a response.
package enum TransferDecision: Sendable, Equatable {
    /// Go on.
    case proceed
    /// The rest is of no use; end the transfer and call it complete.
    case discard
    /// End the transfer for this reason.
    case refuse(Reason)
}
