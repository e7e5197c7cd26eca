/// Ends a transfer when the response's head is there: whether a resource loads is known then.
final class HeadReceiver: ResponseReceiving {
    func receive(head: ResponseHead) -> TransferDecision { .discard }

    func receive(body bytes: Span<UInt8>) -> TransferDecision { .discard }
}
