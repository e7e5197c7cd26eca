import Attache
import AttacheCommandLine
import AttacheCore
import AttacheReports
import CommandSupport

/// The payloads of a trial.
struct TrialPayloads: Sendable {
    /// The situations, in the order of the pushes.
    static let situations = ["good", "again", "404", "no key", "hanging"]
    /// The situation without a URL.
    static let withoutURL = "no key"
    /// Keys of extensions in public repositories that no policy has.
    private static let usualKeys = [
        "/attachment", "/photo_url", "/picture", "/thumbnail", "/aps/attachment-url", "/aps/image", "/aps/alert/image",
        "/media/url",
    ]

    /// The paths of the user and the usual ones, those of the user first.
    private let paths: [JSONPath]
    /// The user's own push with the places of its URL; `nil` for the keys of all policies.
    private let base: (document: JSONDocument, places: [JSONValue])?

    /// Reads the keys, and the push into which URLs are set. Throws `ConfigurationError` for a key that is no path, and for
    /// a base without a URL.
    init(keys: [String], base: InputItem?) throws(ConfigurationError) {
        var own: [JSONPath] = []
        for key in keys {
            do throws(ConfigurationError) {
                own += try JSONPath.paths(orPointer: key)
            } catch {
                throw ConfigurationError(
                    problems: [
                        "invalid --key \"\(key)\": \(error.problems.first ?? "it is no path"); use one such as /data/image."
                    ]
                )
            }
        }
        paths = own + Self.usualKeys.compactMap { try? JSONPath.paths(orPointer: $0).first }
        guard let base else {
            self.base = nil
            return
        }
        switch PayloadReader().read(base) {
        case .failure(let rejected):
            let reason = rejected.reasons.first?.message ?? "it is not a deliverable push"
            throw ConfigurationError(problems: ["invalid --payload \(base.source): \(reason)"])
        case .success(let notification):
            let known = BuiltinPolicies.policies.policies.flatMap { $0.payload.media.map(\.url) }
            var places: [JSONValue] = []
            // With --key these keys alone are meant.
            for path in own.isEmpty ? known + paths : own {
                for match in path.matches(in: notification.payload.root)
                where URLText.isWeb(match.value.string ?? "")
                    && !places.contains(where: { $0.index == match.value.index })
                {
                    places.append(match.value)
                }
            }
            guard !places.isEmpty else {
                throw ConfigurationError(
                    problems: [
                        "invalid --payload \(base.source): no key that a known extension reads has a URL; use a push "
                            + "with a media URL, and --key /PATH for your own key."
                    ]
                )
            }
            self.base = (notification.payload, places)
        }
    }

    /// The payloads of an extension, whose number tells its requests apart.
    func texts(port: Int, number: Int) -> [[UInt8]] {
        Self.situations.map { situation in
            text(Self.path(in: situation, number: number).map { "http://127.0.0.1:\(port)\($0)" })
        }
    }

    /// The path of the URL in a situation; `nil` for the push without one. It is short: the URL is under all keys, and a push
    /// has 4096 bytes at most.
    static func path(in situation: String, number: Int) -> String? {
        switch situation {
        case "good", "again": "/photo-\(number).jpg"
        case "404": "/missing-\(number).jpg"
        case "hanging": "/slow-\(number).jpg"
        default: nil
        }
    }

    private func text(_ url: String?) -> [UInt8] {
        guard let base else {
            return MediumPayload.bytes(of: url, at: paths, underAll: BuiltinPolicies.policies)
        }
        guard let url else { return base.document.removing(base.places).bytes }
        return base.document.applying(base.places.map { $0.replacingContents(by: Array(url.utf8)) })
    }
}
