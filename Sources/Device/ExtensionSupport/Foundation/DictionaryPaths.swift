public import Foundation

// Keys as text, which Foundation on Linux reads in dictionaries only.

extension NSDictionary {
    /// Returns the object at a path of keys with full stops between them; of an array, the objects of all its elements.
    public func value(forKeyPath keyPath: String) -> Any? {
        var value: Any? = self
        for key in keyPath.split(separator: ".") { value = Self.value(forKey: String(key), of: value) }
        return value
    }

    private static func value(forKey key: String, of value: Any?) -> Any? {
        switch value {
        case let dictionary as NSDictionary: dictionary.object(forKey: key)
        case let dictionary as [AnyHashable: Any]: dictionary[key]
        case let array as NSArray: array.map { Self.value(forKey: key, of: $0) ?? NSNull() }
        case let array as [Any]: array.map { Self.value(forKey: key, of: $0) ?? NSNull() }
        default: nil
        }
    }
}

extension NSMutableDictionary {
    /// Sets the object of a key; `nil` removes it.
    public func setValue(_ value: Any?, forKey key: String) {
        let name = NSString(string: key)
        if let value { setObject(value, forKey: name) } else { removeObject(forKey: name) }
    }
}
