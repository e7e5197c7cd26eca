import AttacheSystem
public import Foundation

/// The string class of Core Foundation.
public typealias CFString = NSString
/// The dictionary class of Core Foundation.
public typealias CFDictionary = NSDictionary

/// The data class of Core Foundation.
public typealias CFData = NSData
/// The array class of Core Foundation.
public typealias CFArray = NSArray
/// The URL class of Core Foundation.
public typealias CFURL = NSURL
/// The number class of Core Foundation.
public typealias CFNumber = NSNumber
/// Seconds since the first of January 2001.
public typealias CFAbsoluteTime = Double
/// A number of seconds.
public typealias CFTimeInterval = Double

/// Returns the seconds since the first of January 2001.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }

/// The name of a notification between processes.
public struct CFNotificationName: RawRepresentable, Hashable, Sendable {
    /// The text of the name.
    public var rawValue: String

    /// Creates a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a name.
    public init(_ rawValue: CFString) {
        self.rawValue = "\(rawValue)"
    }
}

/// The notification centre between the processes of a device: on Linux it records what is posted and reaches no process.
public final class CFNotificationCenter: Sendable {
    static let darwin = CFNotificationCenter()
    private static let limit = 10_000
    private let names = Locked<[String]>([])

    /// The names that this process has posted, the oldest first; at most 10,000.
    public static var postedNames: [String] { darwin.names.withLock { $0 } }

    func post(_ name: CFNotificationName) {
        names.withLock { names in
            if names.count < Self.limit { names.append(name.rawValue) }
        }
    }
}

/// Returns the notification centre between processes.
public func CFNotificationCenterGetDarwinNotifyCenter() -> CFNotificationCenter { .darwin }

/// Posts a notification, which is recorded in `CFNotificationCenter.postedNames`.
public func CFNotificationCenterPostNotification(
    _ center: CFNotificationCenter,
    _ name: CFNotificationName,
    _ object: UnsafeRawPointer?,
    _ userInfo: CFDictionary?,
    _ deliverImmediately: Bool
) {
    center.post(name)
}
