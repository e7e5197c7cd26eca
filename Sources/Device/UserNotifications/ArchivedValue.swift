public import Foundation

/// What the classes of notifications share: values that do not change, by which objects are compared and archived.
// @unchecked Sendable: nothing changes after `init`.
open class ArchivedValue: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The values by the names of the properties, which are their keys in an archive.
    var parts: [String: AnyHashable?] { [:] }

    /// Creates an object without values.
    public override init() {}

    /// Reads nothing.
    public required convenience init?(coder: NSCoder) { self.init() }

    /// Whether archives are decoded by class: yes.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the values to an archive.
    open func encode(with coder: NSCoder) {
        for (key, value) in parts.sorted(by: { $0.key < $1.key }) { coder.encode(part: value?.base, key) }
    }

    /// Returns the object itself.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other object has the same class and equal values.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ArchivedValue, type(of: self) == type(of: other) else { return false }
        return parts == other.parts
    }

    /// A hash of the values.
    open override var hash: Int { parts.hashValue }
}
