import AttacheCore

/// One line of the JSON log.
enum LogLine {
    static func encode(level: String, message: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("level")
        writer.string(level)
        writer.key("message")
        writer.string(message)
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}
