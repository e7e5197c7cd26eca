// On Apple systems `import UserNotifications` also gives Foundation with networking, and Dispatch; most service
// extensions import nothing else.
@_exported public import Dispatch
@_exported public import ExtensionSupport
@_exported public import Foundation
@_exported public import FoundationNetworking
