import Attache
import AttacheCore
import AttacheSystem
import CommandSupport
import ExtensionSources

/// One extension, and what it made of the pushes.
struct ExtensionTrial: Sendable {
    let path: String
    /// The place among the trials.
    let number: Int
    let module: String
    let check: ExtensionCheck
    /// What the compiler wrote; `nil` for one that compiles.
    var messages: String?
    private(set) var deliveries: [ExtensionDelivery] = []
    /// The situations in which the server saw a request.
    private(set) var asked: Set<String> = []
    /// Why the program was not started, or failed.
    private(set) var failure: String?

    init(path: String, number: Int, module: String, check: ExtensionCheck) {
        self.path = path
        self.number = number
        self.module = module
        self.check = check
        if check.principalClass == nil { messages = check.findings.map(\.text).joined() }
        failure = check.unreadable?.sentence
    }

    /// Takes what the program reported, and the paths that the server was asked for.
    mutating func take(_ result: Result<[ExtensionDelivery], SurroundingsError>, requested paths: Set<String>) {
        asked = Set(
            TrialPayloads.situations.filter { situation in
                TrialPayloads.path(in: situation, number: number).map(paths.contains) ?? false
            }
        )
        switch result {
        case .failure(let error): failure = error.sentence
        case .success(let made):
            deliveries = made
            failure = made.lazy.flatMap(\.events).first { $0.kind == "start-failed" }?.detail
        }
    }

    /// What is compiled; `nil` for an extension that cannot be started.
    var item: ScratchExtension? {
        guard check.unreadable == nil, let principal = check.principalClass else { return nil }
        return ScratchExtension(module: module, principalClass: principal.name, sources: check.sources)
    }

    /// The arguments of the program: 3 s for a push.
    var options: [String] {
        ["--extension", module, "--expiry", "2", "--cut-off", "3"]
            + ExtensionRunner.arguments(infoPlist: check.infoPlist?.path, sources: check.sources)
    }

    var line: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("path", path)
        writer.member("principal_class", check.principalClass?.name)
        writer.member("errors", messages ?? failure)
        writer.strings("asked", TrialPayloads.situations.filter(asked.contains))
        writer.object("pushes") { writer in
            for (name, delivery) in zip(TrialPayloads.situations, deliveries) {
                writer.member(name, raw: delivery.bytes)
            }
        }
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }
}

/// The table of trials.
enum TrialTable {
    static func text(_ trials: [ExtensionTrial]) -> String {
        var rows = [["extension"] + TrialPayloads.situations]
        let names = trials.map { $0.check.principalClass?.name ?? $0.path }
        for (trial, name) in zip(trials, names) {
            // Xcode gives the class of every extension the same name.
            let isUnique = names.count { $0 == name } == 1
            let name = isUnique ? name : trial.path
            if trial.messages != nil || trial.deliveries.isEmpty {
                rows.append([name, trial.messages == nil ? "not started" : "does not compile"])
                continue
            }
            let cells = zip(TrialPayloads.situations, trial.deliveries).map { situation, delivery in
                let isAsked = situation == TrialPayloads.withoutURL || trial.asked.contains(situation)
                return cell(delivery, isAsked: isAsked)
            }
            rows.append([name] + cells)
        }
        let widths = rows[0].indices.map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ")
            while line.hasSuffix(" ") { line.removeLast() }
            return line.escapedForTerminal + "\n"
        }.joined()
    }

    /// What happened with a push, in a few words; `isAsked` is whether the server saw a request.
    static func cell(_ delivery: ExtensionDelivery, isAsked: Bool = true) -> String {
        if delivery.has("start-failed") { return "not started" }
        if delivery.has("crashed"), delivery.outcome == "original" { return "crash" }
        if delivery.has("cut-off") { return "never" }
        if delivery.has("text-removed") { return "no text" }
        let types = delivery.attachments.map { attachment in
            let type = attachment.type.split(separator: ".").last.map(String.init) ?? attachment.type
            return attachment.notMedia.map { "\(type) (\($0))" } ?? type
        }
        let expiry = delivery.has("expiry-started") ? " at expiry" : ""
        guard types.isEmpty else { return types.joined(separator: "+") + expiry }
        if delivery.has("attachment-dropped") { return "dropped" + expiry }
        return isAsked ? "text" + expiry : expiry.isEmpty ? "not asked" : "not asked, text" + expiry
    }
}
