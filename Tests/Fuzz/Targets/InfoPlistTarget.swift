import AttacheCore
import PolicyFiles

/// Property lists, XML and binary.
enum InfoPlistTarget {
    private static let hosts: [MediaHost] = [
        .name("example.com"), .name("a.example.com"), .name("localhost"), .address(.v4(0x0A00_0001)),
        .address(.v6(high: 0xFE80 << 48, low: 1)),
    ]

    static func run(_ bytes: [UInt8]) {
        let plist: InfoPlist
        do throws(PolicyFileError) {
            plist = try InfoPlistReader.decode(bytes, file: "Info.plist")
        } catch {
            require(!error.problems.isEmpty, "a rejection has a reason")
            return
        }
        let evaluator = ATSEvaluator(plist.ats)
        for host in hosts {
            let permission = evaluator.permitsHTTP(host)
            require(permission.isPermitted != permission.reasons.contains { $0.severity == .block }, "reasons match")
            _ = evaluator.demands(on: host)
        }
        let twin = try? InfoPlistReader.decode(bytes, file: "Info.plist")
        require(twin?.ats == plist.ats, "decoding is deterministic")
    }
}
