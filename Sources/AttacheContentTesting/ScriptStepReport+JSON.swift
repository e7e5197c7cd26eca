import AttacheCore
import NotificationScripts
import PolicyFiles

extension ScriptStepReport {
    /// The step as a line of JSON.
    var line: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("line", step.mark.line)
        writer.member("step", step.kind.rawValue)
        writer.member("time_ms", milliseconds)
        writer.key("passed")
        writer.boolean(failures.isEmpty)
        writer.strings("effects", effects)
        if !failures.isEmpty {
            writer.key("failures")
            writer.beginArray()
            for failure in failures {
                writer.beginObject()
                writer.member("line", failure.mark.line)
                writer.member("column", failure.mark.column)
                writer.member("message", failure.sentence)
                writer.endObject()
            }
            writer.endArray()
        }
        if let screen {
            writer.key("screen")
            screen.write(to: &writer)
        }
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }
}

extension NotificationScreen {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("stage", stage.rawValue)
        if stage != .none {
            writer.member("identifier", identifier)
            writer.member("title", title)
            writer.member("subtitle", subtitle)
            writer.member("body", body)
            writer.member("group", group)
            writer.strings("media", attachments)
            writer.strings("buttons", buttons)
            writer.key("custom_view")
            writer.boolean(hasCustomView)
        }
        if hasCustomView {
            writer.key("elements")
            writer.beginObject()
            for (name, text) in elements.sorted(by: { $0.key < $1.key }) { writer.member(name, text) }
            writer.endObject()
            writer.key("rotations")
            writer.beginObject()
            for (name, degrees) in rotations.sorted(by: { $0.key < $1.key }) {
                writer.key(name)
                writer.number(degrees)
            }
            writer.endObject()
            writer.strings("sheet", sheet)
            writer.member("media_button", mediaButton)
        }
        // In words, for people.
        writer.member("description", description)
        writer.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func strings(_ name: String, _ values: [String]) {
        key(name)
        beginArray()
        for value in values { string(value) }
        endArray()
    }
}
