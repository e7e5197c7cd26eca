import AttacheTesting
import Foundation

/// The measurements of `drive.py` for a page.
struct Sight: Decodable {
    /// The browser or the script that drives it failed.
    struct Failure: Error {
        let words: String
    }

    let status: String
    let complaints: [String]
    let phoneComplaints: [String]
    let injected: Int
    let foreignImage: [String]
    let elements: Int
    let desktopOverflow: Int
    let phoneOverflow: Int
    let phoneItemsOverflow: Int
    let thumbnailWidth: Int
    let firstStop: String
    let secondStop: String
    let found: String
    let slowest: String
    let charts: Int
    let chartWords: String
    let darkPaper: String
    let plainRects: Int
    let plainReasons: Int
    let plainBrowser: Bool
    /// Words that a line break cuts at 1,280 pixels.
    let broken: [String]
    /// The names of the facts about the run.
    let about: [String]
    /// Outcome and reason of the filters, and the number of items, after selecting a bar and a reason.
    let pickedOutcome: [String]
    let pickedReason: [String]
    let pickedStatus: [String]
    /// The code of the first item after selecting a status.
    let shownReason: String
}

extension Sight {
    /// Opens a page in headless Chromium.
    ///
    /// - Parameters:
    ///   - page: The file of the page.
    ///   - directory: The directory for screenshots.
    ///   - needle: The text to type into the search field.
    /// - Throws: `Failure` with the output of the script, when it fails.
    init(of page: URL, in directory: URL, finding needle: String) async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "drive.py")
        let output = directory.appending(path: "seen.json")
        let errors = directory.appending(path: "drive.log")
        let paths = [page, directory].map { $0.path(percentEncoded: false) }
        let child = try ChildProcess(
            "/usr/bin/python3",
            [script.path(percentEncoded: false), "/usr/bin/chromium"] + paths + [needle],
            output: output.path(percentEncoded: false),
            errors: errors.path(percentEncoded: false)
        )
        guard await child.wait() == 0 else { throw Failure(words: try String(contentsOf: errors, encoding: .utf8)) }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        self = try decoder.decode(Sight.self, from: Data(contentsOf: output))
    }
}
