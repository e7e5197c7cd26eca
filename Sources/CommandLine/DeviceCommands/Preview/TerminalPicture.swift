import AttacheJSON
import AttacheReports

/// The ways in which terminals show pictures.
enum TerminalPicture {
    enum Method: String, Sendable {
        case kitty
        case iTerm
        case sixel
    }

    /// The method of the terminal, by what it says in the environment; `nil` for one without pictures.
    static func method(_ environment: [String: String]) -> Method? {
        let terminal = environment["TERM"] ?? ""
        let program = environment["TERM_PROGRAM"] ?? ""
        // A multiplexer does not pass pictures on.
        if environment["TMUX"] != nil || terminal.hasPrefix("screen") || terminal.hasPrefix("tmux") { return nil }
        if environment["KITTY_WINDOW_ID"] != nil || terminal == "xterm-kitty" || program == "ghostty" { return .kitty }
        if program == "iTerm.app" || program == "WezTerm" || environment["LC_TERMINAL"] == "iTerm2" { return .iTerm }
        let names: Set<String> = ["foot", "foot-extra", "mlterm", "contour", "yaft-256color"]
        return names.contains(terminal) || terminal.contains("sixel") ? .sixel : nil
    }

    /// A PNG file for kitty, in pieces of 4,096 characters as its protocol demands.
    static func kitty(_ png: [UInt8]) -> String {
        let text = Array(Base64.text(png).utf8)
        var output = ""
        for start in stride(from: 0, to: text.count, by: 4096) {
            let end = min(text.count, start + 4096)
            let keys = start == 0 ? "a=T,f=100," : ""
            let piece = String(decoding: text[start..<end], as: UTF8.self)
            output += "\u{1B}_G\(keys)m=\(end < text.count ? 1 : 0);\(piece)\u{1B}\\"
        }
        return output + "\n"
    }

    /// A PNG file for iTerm2 and WezTerm.
    static func iTerm(_ png: [UInt8]) -> String {
        "\u{1B}]1337;File=inline=1;size=\(png.count):\(Base64.text(png))\u{7}\n"
    }

    /// Rows of BGRA as sixels, in 6 × 6 × 6 colours.
    static func sixel(_ pixels: [UInt8], width: Int, height: Int) -> String {
        guard width > 0, height > 0, pixels.count >= width * height * 4 else { return "" }
        var output = "\u{1B}Pq\"1;1;\(width);\(height)"
        for color in 0..<216 {
            let levels = [color / 36, color / 6 % 6, color % 6].map { "\($0 * 20)" }
            output += "#\(color);2;\(levels.joined(separator: ";"))"
        }
        for top in stride(from: 0, to: height, by: 6) {
            output += band(pixels, width: width, rows: top..<min(height, top + 6))
            output += "-"
        }
        return output + "\u{1B}\\\n"
    }

    /// Six rows: for each colour in them one line of characters, whose bits are the rows.
    private static func band(_ pixels: [UInt8], width: Int, rows: Range<Int>) -> String {
        var masks: [Int: [UInt8]] = [:]
        for row in rows {
            for column in 0..<width {
                let place = (row * width + column) * 4
                let level = { (offset: Int) in (Int(pixels[place + offset]) * 5 + 127) / 255 }
                let color = level(2) * 36 + level(1) * 6 + level(0)
                masks[color, default: Array(repeating: 0, count: width)][column] |= 1 << UInt8(row - rows.lowerBound)
            }
        }
        return masks.sorted { $0.key < $1.key }.map { color, mask in
            var line = "#\(color)"
            var index = 0
            while index < width {
                var end = index + 1
                while end < width, mask[end] == mask[index] { end += 1 }
                let character = String(UnicodeScalar(mask[index] + 63))
                line +=
                    end - index > 3 ? "!\(end - index)\(character)" : String(repeating: character, count: end - index)
                index = end
            }
            return line
        }
        .joined(separator: "$")
    }
}
