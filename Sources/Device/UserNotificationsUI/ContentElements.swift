public import UserNotifications

/// The elements of a content extension's view, in order.
@MainActor
public final class ContentView {
    /// The elements.
    public private(set) var elements: [ContentElement] = []

    init() {}

    /// Adds elements; the first of a name is the one that a test finds.
    public func add(_ elements: ContentElement...) { self.elements += elements }

    /// Returns the first element of a name.
    public subscript(name: String) -> ContentElement? { elements.first { $0.name == name } }
}

/// A part of a view with a name that is unique in it.
@MainActor
public class ContentElement {
    /// The name by which a test finds it.
    public let name: String
    /// Whether it is invisible, and cannot be used.
    public var isHidden = false
    /// Whether it reacts.
    public var isEnabled = true
    /// How opaque it is, from 0 to 1; at 0 it is invisible, and cannot be used.
    public var alpha = 1.0
    /// The rotation in degrees, clockwise.
    public var rotation = 0.0

    fileprivate init(_ name: String) {
        self.name = name
    }

    /// Whether a user sees it.
    public var isVisible: Bool { !isHidden && alpha > 0 }

    /// Changes how opaque it is, as an animation does; a test sees the end.
    ///
    /// - Parameters:
    ///   - alpha: The opacity at the end, from 0 to 1.
    ///   - duration: The time in seconds, which is not waited for.
    ///   - completion: Runs at the end.
    public func fade(to alpha: Double, duration: Double, completion: @MainActor () -> Void = {}) {
        self.alpha = min(max(alpha, 0), 1)
        completion()
    }

    /// What a user sees of it.
    public var text: String { "" }
}

/// A text, or a shape without one.
public final class ContentLabel: ContentElement {
    private var value: String

    /// Creates a label.
    public init(_ name: String, text: String = "") {
        value = text
        super.init(name)
    }

    /// The text.
    public override var text: String { value }

    /// Changes the text.
    public func show(_ text: String) { value = text }
}

/// A button in the view.
public final class ContentButton: ContentElement {
    /// The text of the button.
    public var title: String
    /// Runs at a tap.
    public var onTap: @MainActor () -> Void

    /// Creates a button.
    public init(_ name: String, title: String, onTap: @escaping @MainActor () -> Void = {}) {
        self.title = title
        self.onTap = onTap
        super.init(name)
    }

    /// The title.
    public override var text: String { title }
}

/// A switch.
public final class ContentSwitch: ContentElement {
    /// Whether it is on.
    public var isOn: Bool
    /// Runs after the user changed it.
    public var onChange: @MainActor (Bool) -> Void

    /// Creates a switch.
    public init(_ name: String, isOn: Bool = false, onChange: @escaping @MainActor (Bool) -> Void = { _ in }) {
        self.isOn = isOn
        self.onChange = onChange
        super.init(name)
    }

    /// `on` or `off`.
    public override var text: String { isOn ? "on" : "off" }
}

/// A row of segments of which one can be selected.
public final class ContentSegments: ContentElement {
    /// The texts of the segments.
    public var titles: [String]
    /// The selected segment; `nil` for none.
    public var selectedIndex: Int?
    /// Runs after the user selected a segment.
    public var onChange: @MainActor (Int) -> Void

    /// Creates a row of segments.
    public init(
        _ name: String,
        titles: [String],
        selectedIndex: Int? = nil,
        onChange: @escaping @MainActor (Int) -> Void = { _ in }
    ) {
        self.titles = titles
        self.selectedIndex = selectedIndex
        self.onChange = onChange
        super.init(name)
    }

    /// The text of the selected segment.
    public override var text: String {
        guard let selectedIndex, titles.indices.contains(selectedIndex) else { return "" }
        return titles[selectedIndex]
    }
}

/// A picture or video of the view.
public final class ContentMedia: ContentElement {
    /// The file.
    public var url: URL?

    /// Creates an empty frame or one with a file.
    public init(_ name: String, url: URL? = nil) {
        self.url = url
        super.init(name)
    }

    /// The name of the file.
    public override var text: String { url?.lastPathComponent ?? "" }
}
