/// Which ATS exceptions a host needs, and the loads that show it.
package struct ATSDiagnosis: Sendable {
    /// One load and how it ended.
    package struct Row: Sendable {
        package let load: ATSLoad
        package let result: ATSLoadResult
    }

    /// What was loaded.
    package let url: MediaURL
    /// The sixteen loads in order; fewer when the diagnosis was stopped.
    package let rows: [Row]
    /// The load under the extension's own dictionary, where one was given.
    package let own: ATSLoadResult?
    /// Whether the destination is local to the device, so that ATS demands nothing of it without an exception.
    package let isLocal: Bool
    /// What an Info.plist can do.
    package let remedy: ATSRemedy
    /// What the server should change instead.
    package let advice: [String]

    /// Whether the default connection passes.
    package var passes: Bool { rows.first?.result.passes ?? false }
    /// Whether all sixteen loads have an answer.
    package var isComplete: Bool { rows.count == 16 }
    /// Connections that were made for the rows.
    package var connectionCount: Int { rows.reduce(0) { $0 + $1.result.connectionCount } }
}
