public import UserNotifications

/// The base class of a content extension on Linux, in place of UIKit's `UIViewController`.
///
/// The view is a list of named elements, so that a test can read and use them without drawing.
@MainActor
open class ContentViewController: NSObject {
    /// The elements of the view.
    public let view = ContentView()
    /// The title that replaces the notification's, where the Info.plist asks for it.
    open var title: String?
    /// The size that the view asks for, in points; zero for that of the Info.plist's ratio.
    open var preferredContentSize = CGSize.zero
    /// The surroundings, which exist from `viewDidLoad()` on.
    public private(set) var extensionContext: NSExtensionContext?
    /// The sheet above the view.
    public private(set) var presentedSheet: ContentSheet?

    /// Creates a controller without elements.
    public override init() {}

    /// Adds the elements; called once, before the first notification.
    open func viewDidLoad() {}

    /// Shows a sheet above the view, such as one for a payment.
    ///
    /// - Parameter sheet: The sheet, which replaces another one.
    public func present(_ sheet: ContentSheet) { presentedSheet = sheet }

    /// Closes the sheet without an answer.
    public func dismissSheet() { presentedSheet = nil }

    package func load(in context: NSExtensionContext) {
        extensionContext = context
        viewDidLoad()
    }
}

/// A sheet that asks for an answer, in place of PassKit's and UIKit's.
public struct ContentSheet {
    /// The heading.
    public var title: String
    /// The lines, such as the items of a payment.
    public var lines: [String]
    /// Receives whether the user agreed.
    public var onAnswer: @MainActor (Bool) -> Void

    /// Creates a sheet.
    public init(title: String, lines: [String] = [], onAnswer: @escaping @MainActor (Bool) -> Void = { _ in }) {
        self.title = title
        self.lines = lines
        self.onAnswer = onAnswer
    }
}
