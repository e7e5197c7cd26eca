/// Where senders put the flag that starts the extension, and iOS does not read it.
package enum MutableContentPlace {
    /// The usual wrong names, by the object that has them: next to `aps`, in it, in the alert, as FCM members.
    private static let strays: [(path: [String], names: [String])] = [
        ([], ["mutable-content", "mutable_content", "mutableContent"]),
        (["aps"], ["mutable_content", "mutableContent"]), (["aps", "alert"], ["mutable-content"]),
        ([], ["gcm.notification.mutable-content", "gcm.notification.mutable_content"]),
    ]
    /// The bytes of the shortest of them.
    private static let shortest = 14

    /// Returns the JSON Pointer of a flag that iOS ignores; `nil` for none.
    ///
    /// Every push without the flag is searched, and few have a key so long: an object without one is looked at once.
    package static func stray(in root: JSONValue) -> String? {
        for (path, names) in strays {
            guard let object = path.reduce(Optional(root), { $0?[$1] }), object.kind == .object,
                JSONElements(object).contains(where: { ($0.keyRange?.count ?? 0) >= shortest }),
                let name = names.first(where: { object[$0] != nil })
            else { continue }
            return "/" + (path + [name]).joined(separator: "/")
        }
        return nil
    }
}
