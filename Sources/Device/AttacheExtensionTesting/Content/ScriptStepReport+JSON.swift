import AttacheCore
import NotificationCategories
import PolicyFiles

extension ScriptStepReport {
    /// The step as a line of JSON.
    var line: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("line", step.mark.line)
        writer.member("step", step.kind.rawValue)
        writer.member("time_ms", milliseconds)
        writer.member("passed", failures.isEmpty)
        writer.strings("effects", effects)
        if !failures.isEmpty {
            writer.array("failures", failures) { failure, writer in
                writer.beginObject()
                writer.member("line", failure.mark.line)
                writer.member("column", failure.mark.column)
                writer.member("message", failure.sentence)
                writer.endObject()
            }
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
            writer.member("custom_view", hasCustomView)
        }
        if hasCustomView {
            writer.object("elements") { writer in
                for (name, text) in elements.sorted(by: { $0.key < $1.key }) { writer.member(name, text) }
            }
            for (key, numbers) in [("rotations", rotations), ("alphas", alphas)] {
                writer.object(key) { writer in
                    for (name, value) in numbers.sorted(by: { $0.key < $1.key }) { writer.member(name, number: value) }
                }
            }
            writer.strings("sheet", sheet)
            writer.member("media_button", mediaButton)
        }
        // In words, for people.
        writer.member("description", description)
        writer.endObject()
    }
}
