package import AttacheCore
import FoundationEssentials

/// What an extension's Info.plist says about App Transport Security.
package struct InfoPlist: Sendable, Equatable {
    /// The dictionary; empty when the file has none, which means Apple's defaults.
    package let ats: ATSDictionary
    /// Keys that iOS ignores and hosts that it never matches.
    package let warnings: [PolicyProblem]
}

/// Reads the `NSAppTransportSecurity` dictionary of an Info.plist, XML or binary.
package enum InfoPlistReader {
    /// The key that iOS reads.
    private static let key = "NSAppTransportSecurity"

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The Info.plist of the extension, not of the app: iOS goes by the extension's own.
    ///   - profile: Which release's rules hold.
    /// - Returns: The dictionary and what is suspicious about it.
    /// - Throws: `PolicyFileError` with everything that is wrong, each naming the file.
    package static func read(
        _ path: String,
        profile: ATSDictionary.Profile = .ios17
    ) throws(PolicyFileError) -> InfoPlist {
        try decode(SmallFile.read(path, limit: PropertyListLimits.byteCount), file: path, profile: profile)
    }

    /// Reads a file's content.
    ///
    /// - Parameters:
    ///   - bytes: A property list, XML or binary.
    ///   - file: What to call it in problems.
    ///   - profile: Which release's rules hold.
    /// - Returns: The dictionary and what is suspicious about it.
    /// - Throws: `PolicyFileError` with everything that is wrong.
    package static func decode(
        _ bytes: [UInt8],
        file: String,
        profile: ATSDictionary.Profile = .ios17
    ) throws(PolicyFileError) -> InfoPlist {
        guard PropertyListLimits.allow(bytes) else {
            throw PolicyFileError(problems: [problem(file, "it is no property list, or one nested without reason")])
        }
        let root: [String: PropertyListValue]
        do {
            root = try PropertyListDecoder().decode(RootDictionary.self, from: Data(bytes)).members
        } catch DecodingError.typeMismatch {
            throw PolicyFileError(problems: [problem(file, "its root is no dictionary")])
        } catch {
            throw PolicyFileError(problems: [problem(file, "it is no property list")])
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

    /// The root of the file, of which only one member matters; the others may be anything.
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
