public import Foundation

/// A place on the earth, in degrees; CoreLocation has this name for it.
public struct CLLocationCoordinate2D: Sendable, Hashable {
    /// The latitude in degrees, -90 to 90.
    public var latitude: Double
    /// The longitude in degrees, -180 to 180.
    public var longitude: Double

    /// Creates a place.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// An area, as data: nothing on Linux monitors it.
// @unchecked Sendable: an app sets the values before it makes a trigger.
open class CLRegion: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The identifier.
    public let identifier: String
    /// Whether entering counts.
    open var notifyOnEntry = true
    /// Whether leaving counts.
    open var notifyOnExit = true

    init(identifier: String) {
        self.identifier = identifier
    }

    /// Whether archives are decoded by class: yes.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the values to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(text: identifier, "identifier")
        coder.encode(notifyOnEntry, forKey: "notifyOnEntry")
        coder.encode(notifyOnExit, forKey: "notifyOnExit")
    }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.text("identifier") else { return nil }
        self.identifier = identifier
        notifyOnEntry = coder.decodeBool(forKey: "notifyOnEntry")
        notifyOnExit = coder.decodeBool(forKey: "notifyOnExit")
    }

    /// Returns the region itself.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other object is a region with the same identifier.
    open override func isEqual(_ object: Any?) -> Bool { identifier == (object as? CLRegion)?.identifier }

    /// A hash of the identifier.
    open override var hash: Int { identifier.hashValue }
}

/// A circle on the earth.
open class CLCircularRegion: CLRegion, @unchecked Sendable {
    /// The place of the centre.
    public let center: CLLocationCoordinate2D
    /// The radius in metres.
    public let radius: Double

    /// Creates a circle.
    public init(center: CLLocationCoordinate2D, radius: Double, identifier: String) {
        self.center = center
        self.radius = radius
        super.init(identifier: identifier)
    }

    /// Writes the values to an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(center.latitude, forKey: "latitude")
        coder.encode(center.longitude, forKey: "longitude")
        coder.encode(radius, forKey: "radius")
    }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        center = CLLocationCoordinate2D(
            latitude: coder.decodeDouble(forKey: "latitude"),
            longitude: coder.decodeDouble(forKey: "longitude")
        )
        radius = coder.decodeDouble(forKey: "radius")
        super.init(coder: coder)
    }
}

/// A trigger at a place; a notification centre on Linux keeps it pending and never fires it.
open class UNLocationNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    /// The area.
    public let region: CLRegion

    /// Creates a trigger for the entry into an area or the exit from it.
    public init(region: CLRegion, repeats: Bool) {
        self.region = region
        super.init(repeats: repeats)
    }

    override var parts: [String: AnyHashable?] { super.parts.merging(["region": region]) { $1 } }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        guard let region = coder.decodeObject(of: CLRegion.self, forKey: "region") else { return nil }
        self.region = region
        super.init(coder: coder)
    }
}
