import AttacheCore
import PolicyFiles

/// Measures how long the choice of a policy takes for one parsed payload, with all policies of `policies/`.
///
/// Prints a line per payload, `recognition <name> <ns>`: the fastest of many short runs, which other programs disturb least;
/// their mean; and the time in which the choice is prepared, `recognition-setup <count of policies> <ns>`.
struct RecognitionBenchmark {
    private static let runs = 200
    private static let repetitions = 1000

    /// Payloads by name: of one dialect, of none, and the costly ones.
    private static let payloads = [
        ("no-media", #""campaign":7,"deep_link":"shop://list""#),
        ("hand-written", #""image":"https://h.ex/a.png","campaign":7"#),
        ("fcm", #""fcm_options":{"image":"https://h.ex/a.png"},"gcm.message_id":"1""#),
        ("onesignal", #""custom":{"i":"5"},"att":{"id1":"https://h.ex/a.png"}"#),
        ("airship", #""com.urbanairship.media_attachment":{"url":["https://h.ex/a.png"]}"#),
        ("bloomreach", #""source":"xnpe_platform","image":"https://h.ex/a.png""#),
        ("dengage-without-media", #""messageSource":"DENGAGE","title":"N","subtitle":"S""#),
        ("moengage", #""moengage":{},"media-attachment":"https://h.ex/a.png""#),
        ("common-keys", #""image":"u","attachment":"u","image_url":"u","data":{"media-url":"u"}"#),
        (
            "five-vendors",
            #""fcm_options":{"image":"u"},"att":{"a":"u"},"ab":{"att":{"url":"u","type":"t"}},"rich-media":"u","adb_media":"u""#
        ),
        (
            "three-keys-of-64",
            (0..<61).map { #""k\#($0)":\#($0),"# }.joined() + #""image":"u","att":{"a":"u"},"c":{"a":"u","i":1}"#
        ),
    ]

    static func run(policies directory: String) throws {
        let result = PolicyLoader().load(directory: directory)
        let chooser = PolicyChooser(policies: result.policies)
        let clock = ContinuousClock()
        var sum = 0
        for (name, members) in payloads {
            let text = #"{"aps":{"alert":"Hi","mutable-content":1},\#(members)}"#
            let payload = try JSONDocument(parsing: Array(text.utf8))
            var places = 0
            let times = (0..<runs).map { _ in
                clock.measure {
                    // Using the result keeps the choice from being optimised away.
                    for _ in 0..<repetitions { places &+= chooser.choose(for: payload)?.place ?? 0 }
                }
            }
            precondition(places >= 0 && result.policies.names.count > 30, "all policies are read")
            let nanoseconds = (times.min() ?? .zero) / .nanoseconds(1) / Double(repetitions)
            print("recognition", name, Int(nanoseconds))
            sum += Int(nanoseconds)
        }
        print("recognition", "mean", sum / payloads.count)
        for count in [3, result.policies.names.count] {
            let policies = PolicySet(Array(result.policies.policies.prefix(count)))
            let time = (0..<runs).map { _ in clock.measure { _ = PolicyChooser(policies: policies) } }.min() ?? .zero
            print("recognition-setup", count, Int(time / .nanoseconds(1)))
        }
    }
}
