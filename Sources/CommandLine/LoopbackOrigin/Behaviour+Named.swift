extension Behaviour {
    /// A whole response; `headers` are lines without line ends, to which the lines of the framing are added.
    package static func response(
        _ status: Int = 200,
        headers: [String] = [],
        body: [UInt8] = [],
        framing: Framing = .contentLength
    ) -> Behaviour {
        switch framing {
        case .contentLength:
            let head = head(status, headers + ["Content-Length: \(body.count)"])
            return Behaviour(steps: [.send(head), .send(body)])
        case .declaredLength(let length):
            return Behaviour(steps: [.send(head(status, headers + ["Content-Length: \(length)"])), .send(body)])
        case .chunked(let byteCount):
            let chunks = stride(from: 0, to: body.count, by: max(1, byteCount)).map { start in
                BehaviourStep.send(chunk(body[start..<min(body.count, start + max(1, byteCount))]))
            }
            let head = head(status, headers + ["Transfer-Encoding: chunked"])
            return Behaviour(steps: [.send(head)] + chunks + [.send(chunk([]))])
        case .close:
            return Behaviour(steps: [.send(head(status, headers + ["Connection: close"])), .send(body), .close])
        }
    }

    /// A 200 response with a file of the given `Content-Type`.
    package static func file(_ bytes: [UInt8], type: String) -> Behaviour {
        response(headers: ["Content-Type: \(type)"], body: bytes)
    }

    /// A redirect with the given `Location`, absolute or not, and status 301, 302, 303, 307 or 308.
    package static func redirect(to location: String, status: Int = 302) -> Behaviour {
        response(status, headers: ["Location: \(location)"])
    }

    package static func status(_ code: Int) -> Behaviour {
        response(code, headers: ["Content-Type: text/plain"], body: Array("\(code)\n".utf8))
    }

    /// A file that ends early: its whole length is announced, but the connection is closed after `byteCount` bytes.
    package static func truncated(_ bytes: [UInt8], type: String, after byteCount: Int) -> Behaviour {
        let headers = ["Content-Type: \(type)", "Content-Length: \(bytes.count)"]
        return Behaviour(steps: [.send(head(200, headers)), .send(Array(bytes.prefix(byteCount))), .close])
    }

    /// A file whose connection is reset (RST) after `byteCount` bytes.
    package static func broken(_ bytes: [UInt8], type: String, after byteCount: Int) -> Behaviour {
        var behaviour = truncated(bytes, type: type, after: byteCount)
        behaviour.steps[behaviour.steps.count - 1] = .reset
        return behaviour
    }

    /// A file sent slowly, in pieces of `byteCount` bytes, at least 1, at the given interval.
    package static func slow(_ bytes: [UInt8], type: String, byteCount: Int, interval: Duration) -> Behaviour {
        let headers = ["Content-Type: \(type)", "Content-Length: \(bytes.count)"]
        return Behaviour(
            steps: [.send(head(200, headers)), .dribble(bytes, byteCount: byteCount, interval: interval)]
        )
    }

    /// Another behaviour after a delay in which nothing is sent.
    package static func delayed(_ duration: Duration, _ behaviour: Behaviour) -> Behaviour {
        Behaviour(steps: [.wait(duration)] + behaviour.steps)
    }

    /// No response at all.
    package static let silent = Behaviour(steps: [.waitUntilStopped])

    /// The connection is closed without a byte.
    package static let empty = Behaviour(steps: [.close])

    /// The connection is reset without a byte.
    package static let reset = Behaviour(steps: [.reset])

    /// A 200 response with an endless header: 64 bytes a line, as fast as the client reads.
    package static let endlessHeaders = Behaviour(
        steps: [
            .send(Array("HTTP/1.1 200 OK\r\n".utf8)),
            .repeatEndlessly(Array("X-Padding: \(String(repeating: "a", count: 51))\r\n".utf8)),
        ]
    )

    /// A 200 response with a header of one byte a second.
    package static let slowHeaders = Behaviour(
        steps: [
            .dribble(
                head(200, ["X-Padding: \(String(repeating: "a", count: 4096))"]),
                byteCount: 1,
                interval: .seconds(1)
            )
        ]
    )

    /// An endless chunked body of the given `Content-Type`, beginning with `prefix`, so that it can begin like a file
    /// of its type.
    package static func endlessChunks(type: String = "image/png", prefix: [UInt8] = []) -> Behaviour {
        let head = head(200, ["Content-Type: \(type)", "Transfer-Encoding: chunked"])
        let first = prefix.isEmpty ? [] : [BehaviourStep.send(chunk(prefix[...]))]
        let filling = chunk(ArraySlice(repeating: 0x20, count: 16_384))
        return Behaviour(steps: [.send(head)] + first + [.repeatEndlessly(filling)])
    }

    package static func raw(_ steps: [BehaviourStep]) -> Behaviour { Behaviour(steps: steps) }
}
