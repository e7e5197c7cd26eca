package import AttacheCore

/// Resolves names with c-ares on the caller's loop: it never blocks and has no thread.
///
/// A and AAAA are requested separately, because an answer is complete only with both families: a family that failed is
/// unknown rather than empty. Datagrams of all names share one channel; a truncated answer is requested over TCP on a
/// channel of its own, and so is, once more, a question whose servers could not be reached. So no name fails another.
// Confined to the loop's thread, as `NameResolving` requires.
package final class CaresResolver: NameResolving {
    /// A question for one family of a lookup, and the way it takes.
    private struct Question {
        let token: Int
        let name: String
        let isVersion6: Bool
        var isOverTCP = false
        /// Whether it is asked again because no server could be reached.
        var isRepeated = false
    }

    private struct Lookup {
        let completion: (ResolveResult) -> Void
        /// The answers of the families, in the order of their arrival.
        var answers: [FamilyAnswer] = []
    }

    /// A channel for one question.
    private struct OwnChannel {
        let token: Int
        let channel: CaresChannel
    }

    private var datagrams: CaresChannel
    private var own: [OwnChannel] = []
    /// Channels that have ended. c-ares forbids to destroy a channel in one of its callbacks, so they are kept until
    /// no callback can be running.
    private var retired: [CaresChannel] = []
    private var isProcessing = false
    private var lookups: [Int: Lookup] = [:]
    private var lastToken = 0
    private let servers: [String]
    /// The file that names the system's servers.
    private let configuration: String
    private let port: UInt16
    private var stamp: FileStamp?

    /// Starts a resolver; `nil` when c-ares cannot start or a server's address is invalid.
    ///
    /// `servers` replace the system's, as `ADDRESS` or `ADDRESS:PORT`; `port` is the default. The file `configuration`
    /// names the system's servers and is reread after a change. Each question goes to the next server when one fails.
    package init?(servers: [String] = [], configuration: String = "/etc/resolv.conf", port: UInt16 = 53) {
        guard CaresLibrary.isReady else { return nil }
        stamp = FileStamp(of: configuration)
        guard let channel = CaresChannel(servers: servers, configuration: configuration, port: port) else { return nil }
        datagrams = channel
        self.servers = servers
        self.configuration = configuration
        self.port = port
    }

    /// Rereads the system's servers after a change: a long-running process outlives the network it was started in.
    private func renewIfChanged() {
        // Servers given by the caller are never replaced, and running lookups are answered first.
        guard servers.isEmpty, lookups.isEmpty else { return }
        // A file that is missing for a moment does not change the servers.
        guard let now = FileStamp(of: configuration), now != stamp,
            let renewed = CaresChannel(servers: servers, configuration: configuration, port: port)
        else { return }
        stamp = now
        retired.append(datagrams)
        datagrams = renewed
    }

    package func start(_ name: String, completion: @escaping (ResolveResult) -> Void) -> Int {
        lastToken += 1
        let token = lastToken
        renewIfChanged()
        let hosts = datagrams.hostsFileAddresses(of: name)
        guard hosts.isEmpty else {
            completion(.addresses(hosts))
            return token
        }
        perform {
            lookups[token] = Lookup(completion: completion)
            // The trailing full stop marks a complete name.
            for isVersion6 in [true, false] {
                ask(Question(token: token, name: "\(name).", isVersion6: isVersion6), on: datagrams)
            }
        }
        return token
    }

    /// Closes the lookup's own connections. c-ares cannot cancel a single datagram's question; its late answer finds no
    /// lookup and is dropped.
    package func cancel(_ token: Int) {
        perform {
            lookups[token] = nil
            retire { $0.token == token }
        }
    }

    package var descriptors: [(descriptor: Int32, readable: Bool, writable: Bool)] { channels.flatMap(\.descriptors) }

    package var timeout: Duration? { channels.compactMap(\.timeout).min() }

    package func process(ready: [(descriptor: Int32, readable: Bool, writable: Bool)]) {
        perform {
            for channel in channels {
                // A descriptor belongs to one channel; closed ones may have their number again.
                let watched = own.isEmpty ? nil : Set(channel.descriptors.map(\.descriptor))
                for entry in ready where watched?.contains(entry.descriptor) ?? true { channel.process(entry) }
                channel.processTimeouts()
            }
        }
    }

    package func shutDown() {
        perform {
            lookups = [:]
            retire { _ in true }
        }
    }

    private var channels: [CaresChannel] { [datagrams] + own.map(\.channel) }

    /// Runs a body that may call c-ares, and frees the retired channels after the outermost one.
    private func perform(_ body: () -> Void) {
        let isOutermost = !isProcessing
        isProcessing = true
        body()
        guard isOutermost else { return }
        isProcessing = false
        // Freed behind the access to `retired`: a channel answers its remaining questions when it ends.
        var ended: [CaresChannel] = []
        swap(&ended, &retired)
    }

    private func retire(_ isRetired: (OwnChannel) -> Bool) {
        retired += own.filter(isRetired).map(\.channel)
        own.removeAll(where: isRetired)
    }

    private func ask(_ question: Question, on channel: CaresChannel) {
        channel.ask(question.name, isVersion6: question.isVersion6) { [weak self, weak channel] reply in
            self?.take(reply, to: question, on: channel)
        }
    }

    /// Asks on a channel of its own; a repeated question once only, since a server may also fail for this name alone.
    private func askAgain(_ question: Question) {
        let tries: Int32 = question.isRepeated ? 1 : 3
        guard let channel = CaresChannel(serversOf: datagrams, overTCP: question.isOverTCP, tries: tries) else {
            return take(.failed("no socket could be opened"), for: question.token)
        }
        own.append(OwnChannel(token: question.token, channel: channel))
        ask(question, on: channel)
    }

    private func take(_ reply: CaresReply, to question: Question, on channel: CaresChannel?) {
        retire { $0.channel === channel }
        guard lookups[question.token] != nil else { return }
        var question = question
        switch reply {
        case .truncated where !question.isOverTCP:
            (question.isOverTCP, question.isRepeated) = (true, false)
            askAgain(question)
        case .unreachable where !question.isRepeated:
            question.isRepeated = true
            askAgain(question)
        case .answer(let answer), .truncated(let answer), .unreachable(let answer):
            take(answer, for: question.token)
        }
    }

    private func take(_ answer: FamilyAnswer, for token: Int) {
        guard var lookup = lookups[token] else { return }
        lookup.answers.append(answer)
        guard lookup.answers.count == 2 else { return lookups[token] = lookup }
        lookups[token] = nil
        lookup.completion(FamilyAnswer.combine(lookup.answers, limit: CaresQuery.addressLimit))
    }
}
