extension Behaviour {
    /// A whole response.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: Header lines without line ends; those of the framing are added.
    ///   - body: The body.
    ///   - framing: How the response says where its body ends.
    /// - Returns: The behaviour.
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

    /// A file.
    ///
    /// - Parameters:
    ///   - bytes: The file's content.
    ///   - type: The `Content-Type`.
    /// - Returns: A 200 response.
    package static func file(_ bytes: [UInt8], type: String) -> Behaviour {
        response(headers: ["Content-Type: \(type)"], body: bytes)
    }

    /// A redirect.
    ///
    /// - Parameters:
    ///   - location: The `Location`, absolute or not.
    ///   - status: 301, 302, 303, 307 or 308.
    /// - Returns: A response without a body.
    package static func redirect(to location: String, status: Int = 302) -> Behaviour {
        response(status, headers: ["Location: \(location)"])
    }

    /// A status with a short page of text.
    ///
    /// - Parameter code: The status code.
    /// - Returns: The response.
    package static func status(_ code: Int) -> Behaviour {
        response(code, headers: ["Content-Type: text/plain"], body: Array("\(code)\n".utf8))
    }

    /// A file that ends early: the whole length is announced, less is sent, and the connection is closed.
    ///
    /// - Parameters:
    ///   - bytes: The file's content.
    ///   - type: The `Content-Type`.
    ///   - byteCount: How many bytes are sent, fewer than there are.
    /// - Returns: The behaviour.
    package static func truncated(_ bytes: [UInt8], type: String, after byteCount: Int) -> Behaviour {
        let headers = ["Content-Type: \(type)", "Content-Length: \(bytes.count)"]
        return Behaviour(steps: [.send(head(200, headers)), .send(Array(bytes.prefix(byteCount))), .close])
    }

    /// A file whose connection breaks (RST) in the middle.
    ///
    /// - Parameters:
    ///   - bytes: The file's content.
    ///   - type: The `Content-Type`.
    ///   - byteCount: How many bytes are sent before.
    /// - Returns: The behaviour.
    package static func broken(_ bytes: [UInt8], type: String, after byteCount: Int) -> Behaviour {
        var behaviour = truncated(bytes, type: type, after: byteCount)
        behaviour.steps[behaviour.steps.count - 1] = .reset
        return behaviour
    }

    /// A file that comes drop by drop.
    ///
    /// - Parameters:
    ///   - bytes: The file's content.
    ///   - type: The `Content-Type`.
    ///   - byteCount: The bytes of one drop, at least 1.
    ///   - interval: The time between two drops.
    /// - Returns: The behaviour.
    package static func slow(_ bytes: [UInt8], type: String, byteCount: Int, interval: Duration) -> Behaviour {
        let headers = ["Content-Type: \(type)", "Content-Length: \(bytes.count)"]
        return Behaviour(
            steps: [.send(head(200, headers)), .dribble(bytes, byteCount: byteCount, interval: interval)]
        )
    }

    /// Another behaviour after a time of thinking.
    ///
    /// - Parameters:
    ///   - duration: How long nothing is sent.
    ///   - behaviour: What follows.
    /// - Returns: The behaviour.
    package static func delayed(_ duration: Duration, _ behaviour: Behaviour) -> Behaviour {
        Behaviour(steps: [.wait(duration)] + behaviour.steps)
    }

    /// Takes the request and never answers.
    package static let silent = Behaviour(steps: [.waitUntilStopped])

    /// Closes without a byte.
    package static let empty = Behaviour(steps: [.close])

    /// Breaks the connection off without a byte.
    package static let reset = Behaviour(steps: [.reset])

    /// A 200 response whose header never ends: 64 bytes a line, as fast as they are taken.
    package static let endlessHeaders = Behaviour(
        steps: [
            .send(Array("HTTP/1.1 200 OK\r\n".utf8)),
            .repeatEndlessly(Array("X-Padding: \(String(repeating: "a", count: 51))\r\n".utf8)),
        ]
    )

    /// A 200 response whose header comes one byte a second.
    package static let slowHeaders = Behaviour(
        steps: [
            .dribble(
                head(200, ["X-Padding: \(String(repeating: "a", count: 4096))"]),
                byteCount: 1,
                interval: .seconds(1)
            )
        ]
    )

    /// A chunked body that never ends, of an announced type.
    ///
    /// - Parameters:
    ///   - type: The `Content-Type`.
    ///   - prefix: The body's first bytes, so that it can begin like a file of its type.
    /// - Returns: The behaviour.
    package static func endlessChunks(type: String = "image/png", prefix: [UInt8] = []) -> Behaviour {
        let head = head(200, ["Content-Type: \(type)", "Transfer-Encoding: chunked"])
        let first = prefix.isEmpty ? [] : [BehaviourStep.send(chunk(prefix[...]))]
        let filling = chunk(ArraySlice(repeating: 0x20, count: 16_384))
        return Behaviour(steps: [.send(head)] + first + [.repeatEndlessly(filling)])
    }

    /// Steps as they are.
    ///
    /// - Parameter steps: The steps, in order.
    /// - Returns: The behaviour.
    package static func raw(_ steps: [BehaviourStep]) -> Behaviour { Behaviour(steps: steps) }
}
