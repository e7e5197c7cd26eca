package import AttacheCore
import FoundationEssentials

/// The App Transport Security settings of an extension's Info.plist.
package struct InfoPlist: Sendable, Equatable {
    /// The dictionary; empty when the file has none, which means Apple's defaults.
    package let ats: ATSDictionary
    /// Keys that iOS ignores and hosts that it never matches.
    package let warnings: [PolicyProblem]
}

/// Reads the `NSAppTransportSecurity` dictionary of an Info.plist, XML or binary.
package enum InfoPlistReader {
    private static let key = "NSAppTransportSecurity"

    /// Reads a file; throws `PolicyFileError` with all problems, each naming the file.
    ///
    /// Use the Info.plist of the extension, not of the app: iOS uses the extension's own. `profile` is the iOS release
    /// whose rules apply.
    package static func read(
        _ path: String,
        profile: ATSDictionary.Profile = .ios17
    ) throws(PolicyFileError) -> InfoPlist {
        try decode(SmallFile.read(path, limit: PropertyListLimits.byteCount), file: path, profile: profile)
    }

    /// Reads the content of a property list, XML or binary; `file` is its name in problems. Throws `PolicyFileError`
    /// with all problems.
    package static func decode(
        _ bytes: [UInt8],
        file: String,
        profile: ATSDictionary.Profile = .ios17
    ) throws(PolicyFileError) -> InfoPlist {
        guard PropertyListLimits.allow(bytes) else {
            throw PolicyFileError(problems: [problem(file, "it is not a property list, or is nested too deeply")])
        }
        let root: [String: PropertyListValue]
        do {
            root = try PropertyListDecoder().decode(RootDictionary.self, from: Data(bytes)).members
        } catch DecodingError.typeMismatch {
            throw PolicyFileError(problems: [problem(file, "its root is not a dictionary")])
        } catch {
            let (message, fix) = ("it is not a property list", problem(file, "").fix)
            throw PolicyFileError(problems: [PolicyProblem(ofPropertyList: bytes, file: file, message, fix: fix)])
        }
        var ats = ATSDictionary()
        ats.profile = profile
        guard let value = root[key] else { return InfoPlist(ats: ats, warnings: []) }
        var decoder = PolicyDecoder(file: file)
        decoder.decodeATS(YAMLField(root: value.node, path: key), into: &ats)
        let errors = decoder.problems.filter { $0.severity == .block }
        guard errors.isEmpty else { throw PolicyFileError(problems: errors) }
        return InfoPlist(ats: ats, warnings: decoder.problems)
    }

    private static func problem(_ file: String, _ message: String) -> PolicyProblem {
        PolicyProblem(file: file, message: message, fix: "name the Info.plist of the notification service extension")
    }

    /// The root of the file; its other members may have any type.
    private struct RootDictionary: Decodable {
        let members: [String: PropertyListValue]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: PropertyListKey.self)
            var members: [String: PropertyListValue] = [:]
            for key in container.allKeys where key.stringValue == InfoPlistReader.key {
                members[key.stringValue] = try container.decode(PropertyListValue.self, forKey: key)
            }
            self.members = members
        }
    }
}
