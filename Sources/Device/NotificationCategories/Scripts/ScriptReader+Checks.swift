import AttacheCore
import PolicyFiles

extension ScriptReader {
    /// Reads the expectations of a step; `nil` when one of them is unusable.
    mutating func checks(_ field: ScriptField) -> [ScriptCheck]? {
        let known = ScriptPart.allCases.map(\.rawValue) + ["elements", "rotations", "alphas"]
        guard let fields = fields(of: field, known: known) else { return nil }
        guard field.value.members?.isEmpty == false else {
            report(field, "there is no expectation", fix: "use one of \(known.joined(separator: ", "))")
            return nil
        }
        var checks: [ScriptCheck] = []
        var isComplete = true
        // In the order of the file, so that the first difference is reported first.
        for (key, inner) in fields.sorted(by: {
            ($0.value.mark.line, $0.value.mark.column) < ($1.value.mark.line, $1.value.mark.column)
        }) {
            guard let read = keyedChecks(key, inner) else {
                isComplete = false
                continue
            }
            checks += read
        }
        return isComplete ? checks : nil
    }

    private mutating func keyedChecks(_ key: String, _ field: ScriptField) -> [ScriptCheck]? {
        guard let part = ScriptPart(rawValue: key) else {
            guard let members = field.value.members else {
                reportKind(field, needed: "a mapping", fix: "use the names of elements with their values")
                return nil
            }
            guard !members.isEmpty else {
                report(field, "there is no expectation", fix: "use the names of elements with their values")
                return nil
            }
            return members.compactMap { member in
                let inner = ScriptField(member, in: field)
                let (subject, value): (ScriptSubject, ScriptValue?) =
                    switch key {
                    case "elements": (.element(member.key), elementText(inner))
                    case "alphas":
                        (.alpha(member.key), number(inner, in: 0...1, fix: "use a number from 0 to 1, such as 0.5"))
                    default: (.rotation(member.key), number(inner, fix: "use degrees, such as 20"))
                    }
                return value.map { ScriptCheck(subject: subject, expected: $0, mark: inner.mark) }
            }
        }
        return value(of: part, field).map { [ScriptCheck(subject: .part(part), expected: $0, mark: field.mark)] }
    }

    private mutating func elementText(_ field: ScriptField) -> ScriptValue? {
        field.isNull ? .nothing : text(field).map { .text($0) }
    }

    private mutating func number(
        _ field: ScriptField,
        in range: ClosedRange<Double>? = nil,
        fix: String
    ) -> ScriptValue? {
        if field.isNull { return .nothing }
        if case .number(let text) = field.value.content, let number = Double(text), number.isFinite {
            if range?.contains(number) != false { return .number(number) }
            report(field, "\(text) is out of range", fix: fix)
            return nil
        }
        reportKind(field, needed: "a number", fix: fix)
        return nil
    }

    private mutating func value(of part: ScriptPart, _ field: ScriptField) -> ScriptValue? {
        if field.isNull { return part.nothing }
        switch part.kind {
        case .text:
            if let words = part.words { return word(field, among: words).map { .text($0) } }
            return text(field).map { .text($0) }
        case .texts:
            guard let elements = field.value.list else {
                reportKind(field, needed: "a list of texts", fix: "use [] or a list such as [first, second]")
                return nil
            }
            var texts: [String] = []
            for (index, element) in elements.enumerated() {
                guard let text = text(ScriptField(element, index: index, in: field)) else { return nil }
                texts.append(text)
            }
            return .texts(texts)
        case .number: return wholeNumber(field).map { .number(Double($0)) }
        case .flag: return flag(field).map { .flag($0) }
        case .duration: return duration(field).map { .text($0.description) }
        }
    }
}
