/// Azure Notification Hubs: an installation, whose templates hold the payload as JSON text. The body of a direct
/// notification is a payload already.
///
/// Source: Azure Notification Hubs documentation, installations and template expressions.
enum AzureShape: RequestShape {
    static let name = "azure-installation"
    static let title = "an Azure Notification Hubs installation"
    static let service = "Azure Notification Hubs"
    static let extensionAdvice = #"Set "mutable-content": 1 in "aps", in the body of the template."#

    static func recognizes(_ root: JSONValue) -> Bool {
        root.text("installationId") != nil && root.member("templates", .object) != nil
    }

    static func messages(in root: JSONValue) throws(Reason) -> [JSONValue] {
        guard ["apns", nil].contains(root["platform"]?.string?.lowercased()) else {
            throw undeliverable("its platform is not apns.", fix: "Give an installation of an Apple device.")
        }
        let templates = root.member("templates", .object).map { Array(JSONElements($0)) } ?? []
        let bodies = templates.filter { $0.text("body") != nil }
        guard !bodies.isEmpty else {
            throw undeliverable("it has no template with a body.", fix: "Give an installation with templates.")
        }
        return bodies
    }

    static func deliver(_ template: JSONValue, to payload: inout PayloadBuilder) throws(Reason) {
        guard let body = template.text("body") else { return }
        payload.merge(try payload.parse(body, of: self))
        guard let text = body.string, ["$(", "#(", ".(", "%("].contains(where: text.contains) else { return }
        payload.note(
            "The template has expressions such as $(name), which Azure replaces; Attache reads them as written.",
            fix: "Write the values of one notification in their place."
        )
    }
}
