import AttacheCore
import Foundation
import NotificationCategories
import NotificationCenterStore

/// A line for each result of `deliver`.
struct DeliverOutput {
    let isJSON: Bool
    private var writer = JSONWriter()
    private var text = ""

    init(isJSON: Bool) {
        self.isJSON = isJSON
    }

    var bytes: [UInt8] { isJSON ? writer.bytes : Array(text.utf8) }

    /// Adds a result, and what the centre made of it; `nil` for a rejected one.
    mutating func add(_ result: RewriteResult, _ posted: (request: CenterRequest, result: PostResult)?) {
        let outcome = posted?.result.outcome.rawValue ?? "rejected"
        if isJSON {
            writer.object { writer in
                writer.member("id", raw: result.identifier)
                writer.member("source", result.source)
                writer.member("outcome", outcome)
                writer.member("rewrite", result.outcome.rawValue)
                writer.member("reason", result.headline?.code.rawValue)
                guard let posted else { return }
                writer.member("identifier", posted.request.identifier)
                writer.member("replaced", raw: Array((posted.result.isReplacement ? "true" : "false").utf8))
                guard let notification = posted.result.notification else { return }
                writer.key("notification")
                notification.write(to: &writer)
            }
            writer.endLine()
            return
        }
        var words = [outcome, posted?.request.identifier ?? result.source]
        if let content = posted?.result.notification?.content ?? posted?.request.content {
            if !content.headline.isEmpty { words.append("\"\(TruncatedText.cutting(content.headline))\"") }
            words += content.attachments.map { "with \($0.typeIdentifier)" }
        }
        if posted?.result.isReplacement == true { words.append("(replaced)") }
        if let reason = result.headline { words.append("(\(reason.code.rawValue))") }
        text += words.map(\.escapedForTerminal).joined(separator: "  ") + "\n"
    }
}

extension CenterRequest {
    /// The request of a push as the device shows it.
    init(_ result: RewriteResult, collapseIdentifier: String?) {
        let headers = result.headers.flatMap { try? JSONDocument(parsing: $0) }
        let given = [headers?.root["apns-collapse-id"]?.string, collapseIdentifier].compactMap(\.self)
            .first { !$0.isEmpty }
        let identifier = given ?? UUID().uuidString
        var content = CenterContent()
        if let shown = result.content {
            let payload = (try? JSONDocument(parsing: shown.userInfo))?.root
            content = CenterContent(shown, payload)
            if let buttons = payload.flatMap({ PayloadButtons(madeOf: result, $0, requestIdentifier: identifier) }) {
                content.categoryIdentifier = buttons.category.identifier
                content.ownCategory = CenterCategory(buttons.category, language: "en")
            }
        }
        self.init(identifier: identifier, content: content, trigger: .push)
    }
}

extension CenterContent {
    /// The content of a rewritten push.
    init(_ content: NotificationContent, _ payload: JSONValue?) {
        self.init(content.aps, alert: payload?["aps"]?["alert"])
        title = content.title ?? ""
        subtitle = content.subtitle ?? ""
        body = content.body ?? ""
        userInfo = content.userInfo
        attachments = content.attachments.map { attachment in
            CenterAttachment(
                identifier: attachment.identifier,
                typeIdentifier: attachment.typeIdentifier,
                path: attachment.path
            )
        }
    }
}
