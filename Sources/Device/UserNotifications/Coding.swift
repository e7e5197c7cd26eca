import Foundation

// Archives of keyed coders. The keys are those of the properties; they are not Apple's, whose archives are not read.
// Foundation on Linux stores equal objects once, and `true` equals 1: of both in one archive the first is read twice.

extension NSCoder {
    func encode(text: String?, _ key: String) {
        if let text { encode(NSString(string: text), forKey: key) }
    }

    func text(_ key: String) -> String? {
        // The decoder of Foundation on Linux fails for good at a key that is missing.
        guard containsValue(forKey: key) else { return nil }
        return decodeObject(of: NSString.self, forKey: key).map { "\($0)" }
    }

    /// Writes a value of an object; none for `nil`.
    func encode(part value: Any?, _ key: String) {
        switch value {
        case nil: break
        case let flag as Bool: encode(flag, forKey: key)
        case let number as Int: encode(number, forKey: key)
        case let number as Double: encode(number, forKey: key)
        case let number as Float: encode(number, forKey: key)
        case let text as String: encode(text: text, key)
        case let texts as [String]: encode(PropertyListValue.object(texts), forKey: key)
        case let texts as [String: String]: encode(values: texts, key)
        case let date as DateComponents:
            if let data = try? JSONEncoder().encode(date) { encode(NSData(data: data), forKey: key) }
        case let objects as [NSObject]: encode(objects: objects, key)
        default: encode(value, forKey: key)
        }
    }

    /// The object of a key; `nil` where the key is missing.
    func object<Object: NSObject & NSCoding>(_ key: String) -> Object? {
        containsValue(forKey: key) ? decodeObject(of: Object.self, forKey: key) : nil
    }

    func encode(objects: [NSObject], _ key: String) {
        encode(NSArray(array: objects), forKey: key)
    }

    /// The objects of an array, without those of other classes.
    func objects<Element: NSObject>(_ classes: [AnyClass], _ key: String) -> [Element] {
        let array = decodeObject(of: [NSArray.self] + classes, forKey: key) as? NSArray
        return array?.compactMap { $0 as? Element } ?? []
    }

    func encode(values: [String: Any], _ key: String) {
        encode(PropertyListValue.object(values), forKey: key)
    }

    func values(_ key: String) -> [String: Any] {
        decodeObject(of: PropertyListValue.classes, forKey: key) as? [String: Any] ?? [:]
    }
}

/// The values that an archive keeps: those of property lists, `null` and URLs.
enum PropertyListValue {
    /// Levels of arrays and dictionaries; deeper values are left out, since the time of the archiver of Foundation on Linux
    /// grows with a power of the depth.
    private static let depthLimit = 16

    static let classes: [AnyClass] = [
        NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSData.self, NSDate.self, NSNull.self,
        NSURL.self,
    ]

    /// Returns a value as an object of one of the classes; `nil` for any other, which an archive does not keep.
    static func object(_ value: Any, depth: Int = 0) -> NSObject? {
        guard depth < depthLimit else { return nil }
        switch value {
        // First: a cast of an array to a class bridges all of its levels.
        case let array as [Any]: return NSArray(array: array.compactMap { object($0, depth: depth + 1) })
        case let dictionary as [AnyHashable: Any]:
            let objects = dictionary.compactMap { key, value in
                (key.base as? String).flatMap { name in object(value, depth: depth + 1).map { (name, $0) } }
            }
            return NSDictionary(dictionary: Dictionary(objects, uniquingKeysWith: { first, _ in first }))
        case let text as String: return NSString(string: text)
        case let number as NSNumber: return number
        case let data as Data: return NSData(data: data)
        case let date as Date: return NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
        case let url as URL: return NSURL(string: url.absoluteString)
        case let null as NSNull: return null
        default: return nil
        }
    }
}
