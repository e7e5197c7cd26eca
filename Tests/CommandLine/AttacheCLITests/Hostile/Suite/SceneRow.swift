import AttacheCore

/// A case that needs a scene of its own: several payloads, the program, a machine that is prepared.
struct SceneRow: HostileRow {
    let number: Int
    let name: String
    let verdict: HostileVerdict

    init(_ number: Int, _ name: String, _ verdict: HostileVerdict) {
        self.number = number
        self.name = name
        self.verdict = verdict
    }

    static let targetAsSent = SceneRow(12, "the target that the origin sees", .attached)
    static let labelAsDialled = SceneRow(16, "the name that is asked for and sent", .attached)
    static let ownAddress = SceneRow(56, "a public address of this machine", .plain(.egressAddressDenied))
    static let slowResolver = SceneRow(67, "200 names without an answer", .plain(.fetchDeadline))
    static let besideSlowResolver = SceneRow(67, "20 others beside them", .attached)
    static let searchDomain = SceneRow(69, "a single label and a search domain", .plain(.fetchHostNotFound))
    static let hostsFile = SceneRow(70, "127.0.0.1 public.example", .plain(.egressAddressDenied))
    static let otherOrigin = SceneRow(80, "from one port to another", .attached)
    static let excessBytes = SceneRow(86, "two payloads after each other", .attached)
    static let slowHost = SceneRow(107, "500 payloads for a silent host", .plain(.fetchDeadline))
    static let besideSlowHost = SceneRow(107, "20 others beside them", .attached)
    static let proxyVariables = SceneRow(108, "http_proxy and its kin", .attached)
    static let fullDisk = SceneRow(109, "a full disk", .plain(.attachStoreFailed))
    static let directoryGone = SceneRow(109, "the directory gone", .plain(.attachStoreFailed))
    static let jumpingClock = SceneRow(111, "an hour to and fro at each look", .attached)
    static let cancelledTask = SceneRow(112, "a task that is cancelled", .plain(.fetchCancelled))
    static let crashingChecker = SceneRow(128, "that ends by a signal", .plain(.typeInspectorFailed))
    static let hangingChecker = SceneRow(128, "that never answers", .plain(.typeInspectorFailed))
    static let badLine = SceneRow(138, "the bad line", .rejected(.payloadInvalidJSON))
    static let besideBadLine = SceneRow(138, "the other lines", .untouched(nil))
    static let longLine = SceneRow(139, "the line", .rejected(.payloadTooLarge))
    static let behindLongLine = SceneRow(139, "the line behind it", .untouched(nil))
    static let sameURL = SceneRow(140, "at once and after each other", .attached)
    static let unreadable = SceneRow(142, "what is no file", .rejected(.payloadUnreadable))
    static let emptyFile = SceneRow(142, "an empty file", .rejected(.payloadEmpty))
    static let oddNames = SceneRow(143, "odd names of good files", .untouched(nil))
    static let nameOfBytes = SceneRow(143, "a name that is no UTF-8", .rejected(.payloadUnreadable))
    static let linkInStore = SceneRow(145, "a link in the place of the stored file", .attached)
    static let signals = SceneRow(146, "the payloads that were begun", .plain(.fetchDeadline))
    static let escapes = SceneRow(151, "in a URL and in a file's name", .plain(.urlInvalid))
    static let secrets = SceneRow(152, "in the query of a URL", .plain(.egressAddressDenied))

    static let rows = [
        targetAsSent, labelAsDialled, ownAddress, slowResolver, besideSlowResolver, searchDomain, hostsFile,
        otherOrigin, excessBytes, slowHost, besideSlowHost, proxyVariables, fullDisk, directoryGone, jumpingClock,
        cancelledTask, crashingChecker, hangingChecker, badLine, besideBadLine, longLine, behindLongLine, sameURL,
        unreadable, emptyFile, oddNames, nameOfBytes,
        linkInStore, signals, escapes, secrets,
    ]
}
