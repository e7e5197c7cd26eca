package import PolicyFiles

/// An expectation of a script: a part of the device and the value that it should have.
package struct ScriptCheck: Sendable {
    package let subject: ScriptSubject
    package let expected: ScriptValue
    package let mark: FileMark
}

/// What an expectation is about.
package enum ScriptSubject: Sendable, Hashable {
    case part(ScriptPart)
    /// The text of an element of the content extension's view.
    case element(String)
    /// The rotation in degrees of an element.
    case rotation(String)
    /// The opacity of an element, from 0 to 1.
    case alpha(String)

    /// The name in messages.
    package var name: String {
        switch self {
        case .part(let part): part.rawValue
        case .element(let name): "elements.\(name)"
        case .rotation(let name): "rotations.\(name)"
        case .alpha(let name): "alphas.\(name)"
        }
    }
}

/// A part of the screen, of the notification centre or of the app, with the key that the file has.
package enum ScriptPart: String, Sendable, CaseIterable {
    case stage
    case identifier
    case title
    case subtitle
    case body
    case group
    case age
    case media
    case buttons
    case customView = "custom-view"
    case sheet
    case mediaButton = "media-button"
    case delivered
    case deliveredCount = "delivered-count"
    case pending
    case badge
    case files
    case responseOption = "response-option"
    case appResponses = "app-responses"
    case appText = "app-text"
    case appOpen = "app-open"

    /// The kinds of values.
    enum Kind {
        case text
        case texts
        case number
        case flag
        case duration
    }

    var kind: Kind {
        switch self {
        case .stage, .identifier, .title, .subtitle, .body, .group, .mediaButton, .responseOption, .appText: .text
        case .media, .buttons, .sheet, .delivered, .pending, .appResponses: .texts
        case .deliveredCount, .badge, .files: .number
        case .customView, .appOpen: .flag
        case .age: .duration
        }
    }

    /// The value of a part that is not there, which a file writes as `null`.
    var nothing: ScriptValue {
        switch kind {
        case .text: .text(self == .stage ? "none" : "")
        case .texts: .texts([])
        case .number: .number(0)
        case .flag: .flag(false)
        case .duration: .nothing
        }
    }

    /// The values of a part that has a fixed set of them.
    var words: [String]? {
        switch self {
        case .stage: ["none", "banner", "expanded"]
        case .responseOption: ["doNotDismiss", "dismiss", "dismissAndForwardAction"]
        case .mediaButton: ["play", "pause"]
        default: nil
        }
    }
}

/// A value that is expected or seen.
package enum ScriptValue: Sendable, Hashable {
    /// Nothing is there, such as an element that is hidden.
    case nothing
    case text(String)
    case texts([String])
    case number(Double)
    case flag(Bool)
}

extension ScriptValue: CustomStringConvertible {
    package var description: String {
        switch self {
        case .nothing: "nothing"
        case .text(let text): "\"\(text)\""
        case .texts(let texts): "[\(texts.joined(separator: ", "))]"
        case .number(let number): number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
        case .flag(let flag): "\(flag)"
        }
    }
}
