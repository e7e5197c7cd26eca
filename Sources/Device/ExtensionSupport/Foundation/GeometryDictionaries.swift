public import Foundation

// The dictionaries of Core Graphics, which are the values of attachment options.

extension CGRect {
    /// The rectangle with the keys X, Y, Width and Height.
    public var dictionaryRepresentation: CFDictionary {
        NSDictionary(dictionary: ["X": minX, "Y": minY, "Width": width, "Height": height] as [String: Double])
    }

    /// Creates the rectangle of a dictionary; `nil` where a key has no number.
    public init?(dictionaryRepresentation dictionary: CFDictionary) {
        guard let origin = CGPoint(dictionaryRepresentation: dictionary),
            let size = CGSize(dictionaryRepresentation: dictionary)
        else { return nil }
        self.init(origin: origin, size: size)
    }
}

extension CGPoint {
    /// The point with the keys X and Y.
    public var dictionaryRepresentation: CFDictionary {
        NSDictionary(dictionary: ["X": x, "Y": y] as [String: Double])
    }

    /// Creates the point of a dictionary; `nil` where a key has no number.
    public init?(dictionaryRepresentation dictionary: CFDictionary) {
        guard let x = dictionary.number("X"), let y = dictionary.number("Y") else { return nil }
        self.init(x: x, y: y)
    }
}

extension CGSize {
    /// The size with the keys Width and Height.
    public var dictionaryRepresentation: CFDictionary {
        NSDictionary(dictionary: ["Width": width, "Height": height] as [String: Double])
    }

    /// Creates the size of a dictionary; `nil` where a key has no number.
    public init?(dictionaryRepresentation dictionary: CFDictionary) {
        guard let width = dictionary.number("Width"), let height = dictionary.number("Height") else { return nil }
        self.init(width: width, height: height)
    }
}

extension NSDictionary {
    fileprivate func number(_ key: String) -> Double? {
        object(forKey: key) as? Double ?? (object(forKey: key) as? NSNumber)?.doubleValue
    }
}

extension CGPoint {
    /// The coordinates, as Core Graphics writes them.
    public var debugDescription: String { "(\(x), \(y))" }
}

extension CGSize {
    /// Width and height, as Core Graphics writes them.
    public var debugDescription: String { "(\(width), \(height))" }
}

extension CGRect {
    /// Origin and size, as Core Graphics writes them.
    public var debugDescription: String {
        "(\(origin.x), \(origin.y), \(size.width), \(size.height))"
    }
}
