package import AttacheCore

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
        let fix = "name the Info.plist of the notification service extension"
        guard let root = PropertyListTree.read(bytes) else {
            let message = "it is not a property list, or is nested too deeply"
            throw PolicyFileError(problems: [PolicyProblem(ofPropertyList: bytes, file: file, message, fix: fix)])
        }
        guard root.members != nil else {
            let message = "its root is not a dictionary"
            throw PolicyFileError(problems: [PolicyProblem(file: file, message: message, fix: fix)])
        }
        var ats = ATSDictionary()
        ats.profile = profile
        guard let member = root.member(key) else { return InfoPlist(ats: ats, warnings: []) }
        var reader = FieldReader(file: file)
        ATSKeys.read(&reader, Field(member, in: Field(root)), into: &ats)
        let errors = reader.problems.filter { $0.severity == .block }
        guard errors.isEmpty else { throw PolicyFileError(problems: errors) }
        return InfoPlist(ats: ats, warnings: reader.problems)
    }
}
