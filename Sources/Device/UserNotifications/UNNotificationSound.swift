public import Foundation

/// The name of a sound file of the app.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
    /// The file name with its extension.
    public var rawValue: String

    /// Creates a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a name.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The sound of a notification; it compares by its values.
// @unchecked Sendable: nothing changes after `init`.
open class UNNotificationSound: ArchivedValue, @unchecked Sendable {
    /// The file name; `nil` is the system's sound.
    package let name: String?
    /// Whether it plays in spite of the mute switch.
    package let isCritical: Bool
    /// 0 to 1 for a critical sound with a volume.
    package let volume: Float?

    init(name: String?, isCritical: Bool = false, volume: Float? = nil) {
        self.name = name
        self.isCritical = isCritical
        self.volume = volume.map { min(max($0, 0), 1) }
    }

    /// Creates the sound of a file of the app.
    public convenience init(named name: UNNotificationSoundName) {
        self.init(name: name.rawValue)
    }

    /// The system's sound for a notification.
    open class var `default`: UNNotificationSound { UNNotificationSound(name: nil) }

    /// The system's sound for a critical alert.
    open class var defaultCritical: UNNotificationSound { UNNotificationSound(name: nil, isCritical: true) }

    /// The system's ringtone.
    open class var defaultRingtone: UNNotificationSound { UNNotificationSound(name: "ringtone") }

    /// The system's sound for a critical alert, with a volume of 0 to 1.
    open class func defaultCriticalSound(withAudioVolume volume: Float) -> UNNotificationSound {
        UNNotificationSound(name: nil, isCritical: true, volume: volume)
    }

    /// A file of the app as the sound of a critical alert.
    open class func criticalSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
        UNNotificationSound(name: name.rawValue, isCritical: true)
    }

    /// A file of the app as the sound of a critical alert, with a volume of 0 to 1.
    open class func criticalSoundNamed(
        _ name: UNNotificationSoundName,
        withAudioVolume volume: Float
    ) -> UNNotificationSound {
        UNNotificationSound(name: name.rawValue, isCritical: true, volume: volume)
    }

    /// A ringtone of the app.
    open class func ringtoneSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
        UNNotificationSound(named: name)
    }

    override var parts: [String: AnyHashable?] { ["name": name, "isCritical": isCritical, "volume": volume] }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        name = coder.text("name")
        isCritical = coder.decodeBool(forKey: "isCritical")
        volume = coder.containsValue(forKey: "volume") ? min(max(coder.decodeFloat(forKey: "volume"), 0), 1) : nil
    }
}
