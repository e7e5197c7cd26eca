import AttacheTesting
import Foundation

/// The observations of `drive.py` while it used the page.
struct PageSight: Decodable {
    /// The browser or the script that drives it failed.
    struct Failure: Error {
        let words: String
    }

    /// The parts that the page shows for one response.
    struct Verdict: Decodable {
        let title: String
        let sentences: [String]
        let codes: [String]
        let fixes: [String]
        /// Each stage's name and its result.
        let stages: [String]
        /// The names of the segments in the time bar.
        let times: [String]
        /// Payload and content, as shown.
        let texts: [String]
        /// The identifier of the element that has the focus.
        let focus: String
    }

    /// A permalink and what opening it did.
    struct LinkSight: Decodable {
        let isFragment: Bool
        let requests: [String]
        let payload: String
        let policy: String
        let isAsked: Bool
    }

    /// The place of the verdict after a blank payload.
    struct EmptySight: Decodable {
        let isHidden: Bool
        let text: String
    }

    let emptied: EmptySight
    let landmarks: [String]
    let policies: Int
    let networks: Int
    let uploaded: Bool
    let networkHint: String
    let attached: Verdict
    let picture: [Int]
    let copiedExactly: Bool
    let attachedOverflow: Int
    let dropped: Bool
    let video: Verdict
    let videoSeconds: Double
    let plain: Verdict
    let oversized: Verdict
    /// The sentence of its stage fetch.
    let oversizedFetch: String
    let unread: Verdict
    let read: Verdict
    /// The policy and the media path after the click on a fix.
    let chosen: [String]
    let untouched: Verdict
    /// The number of questions about the app after a good push.
    let appQuestions: Int
    /// The title of a request's section, and the payload in it.
    let request: [String]
    /// The entries of the menu of pushes that were checked before.
    let recent: [String]
    /// The payload after its second entry was chosen.
    let reopened: String
    let notAPush: Verdict
    let noJson: Verdict
    let badDeadline: Verdict
    let tooLarge: Verdict
    let hostile: Verdict
    let injected: Bool
    let unnamed: [String]
    let contrast: [String]
    let complaints: [String]
    let foreignImage: [String]
    let stops: [String]
    let keyboard: Verdict
    let darkPaper: String
    let darkContrast: [String]
    let phoneLight: [Int]
    let phoneDark: [Int]
    let busy: Verdict
    let waiting: Verdict
    let gone: Verdict
    let stopped: String
    let guardedPicture: [Int]
    /// The link of the first code, the title of its page, and whether its entry is marked.
    let explanation: [String]
    /// The address without its fragment, what the page sent of it, the payload that the link opened, and the verdict's visibility.
    let link: LinkSight
    let folded: [Bool]
    let asked: String
    let untouchedWhy: [String]
    let examples: [String]
    let selection: [Int]
    let phoneOrder: [String]
    let version: String
    let refused: Verdict
    let tokenFocus: String
    let admitted: Verdict
    let stored: [Int]
}

extension PageSight {
    /// Uses the page in headless Chromium.
    ///
    /// - Parameters:
    ///   - open: The page of a service without tokens that serves media.
    ///   - guarded: The page of a service that requires `token` and serves no media.
    ///   - token: The token.
    ///   - origin: Serves the media of the demo.
    ///   - directory: The directory for screenshots.
    /// - Throws: `Failure` with the output of the script, when it fails.
    init(open: String, guarded: String, token: String, origin: String, directory: URL) async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Browser/drive.py")
        let output = directory.appending(path: "seen.json")
        let errors = directory.appending(path: "drive.log")
        let child = try ChildProcess(
            "/usr/bin/python3",
            [
                script.path(percentEncoded: false), "/usr/bin/chromium", open, guarded, token, origin,
                directory.path(percentEncoded: false),
            ],
            output: output.path(percentEncoded: false),
            errors: errors.path(percentEncoded: false)
        )
        guard await child.wait() == 0 else { throw Failure(words: try String(contentsOf: errors, encoding: .utf8)) }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        self = try decoder.decode(PageSight.self, from: Data(contentsOf: output))
    }
}
