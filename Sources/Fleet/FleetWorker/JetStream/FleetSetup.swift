import AttacheCore
import AttacheSystem

/// Makes the missing streams and consumers of a fleet, and compares the others; it never changes one.
package struct FleetSetup: Sendable {
    /// What was found for one stream or consumer.
    package struct Finding: Sendable {
        package enum State: Sendable, Equatable {
            case created
            case unchanged
            /// Members with other values than planned, as `NAME is VALUE, planned VALUE`.
            case differs([String])
        }

        /// `stream NAME` or `consumer NAME`.
        package let title: String
        package let state: State
        /// The members in effect, as JSON names and values.
        package let members: [(name: String, value: String)]
    }

    private let plan: FleetPlan

    package init(_ plan: FleetPlan) { self.plan = plan }

    /// Makes or compares every part, on a thread of its own.
    ///
    /// - Throws: `NATSError`, or `SystemCallError` when no thread can be started.
    package func run(_ configuration: NATSConfiguration) async throws -> [Finding] {
        let threads = try WorkerPool(threadCount: 1)
        defer { threads.shutDown() }
        let result = await threads.run { () -> Result<[Finding], NATSError> in
            do throws(NATSError) {
                return .success(try findings(NATSConnection(configuration, name: "attached work setup")))
            } catch {
                return .failure(error)
            }
        }
        return try result?.get() ?? []
    }

    /// Makes or compares every part over a connection; blocks.
    func findings(_ connection: NATSConnection) throws(NATSError) -> [Finding] {
        let api = JetStreamAPI(connection: connection)
        var findings: [Finding] = []
        for part in plan.parts { findings.append(try finding(part, api)) }
        return findings
    }

    private func finding(_ part: FleetPlan.Part, _ api: JetStreamAPI) throws(NATSError) -> Finding {
        let found = try existing(part, api)
        if found == nil {
            switch part.kind {
            case .stream: try api.createStream(part.name, part.configuration)
            case .consumer: try api.createConsumer(part.name, of: plan.names.workStream, part.configuration)
            }
        }
        let current = try existing(part, api)
        guard let current, let planned = try? JSONDocument(parsing: part.configuration) else {
            throw NATSError(.reply, "JetStream made \(part.name), but does not know it.")
        }
        var differences: [String] = []
        var members: [(name: String, value: String)] = []
        for (name, value) in planned.root.members {
            let actual = current.root[name].map { Self.text($0, in: current) } ?? "absent"
            let wanted = Self.text(value, in: planned)
            members.append((name, actual))
            if actual != wanted { differences.append("\(name) is \(actual), planned \(wanted)") }
        }
        return Finding(
            title: "\(part.kind.rawValue) \(part.name)",
            state: found == nil ? .created : differences.isEmpty ? .unchanged : .differs(differences),
            members: members
        )
    }

    /// A value as JSON; servers escape characters of strings that need no escape.
    private static func text(_ value: JSONValue, in document: JSONDocument) -> String {
        if value.kind == .array { return "[\(value.elements.map { text($0, in: document) }.joined(separator: ","))]" }
        guard let string = value.string else { return String(decoding: document.compacted(value), as: UTF8.self) }
        var writer = JSONWriter()
        writer.string(string)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func existing(_ part: FleetPlan.Part, _ api: JetStreamAPI) throws(NATSError) -> JSONDocument? {
        switch part.kind {
        case .stream: try api.stream(part.name)
        case .consumer: try api.consumer(part.name, of: plan.names.workStream)
        }
    }
}
