extension TypeJudge {
    static func extensionUnsupported(_ name: String, policy: Policy) -> Reason {
        let accepted = MediaKind.allCases.flatMap { policy.types[$0]?.extensions ?? [] }
        return Reason(
            .typeExtensionUnsupported,
            "The URL's extension \"\(name)\" names no type that \"\(policy.name)\" attaches.",
            fix: "Serve the file under one of \(accepted.joined(separator: ", "))."
        )
    }

    static func notMedia(_ description: String, claimed: String?) -> Reason {
        if let claimed {
            return Reason(
                .typeMismatch,
                "The URL says \"\(claimed)\", and the bytes are \(description).",
                fix: "Make the URL serve the file itself; error and login pages are the usual cause."
            )
        }
        return Reason(
            .typeUnsupported,
            "The bytes are \(description), which iOS does not attach.",
            fix: "Serve a JPEG, PNG, GIF or MP4 file."
        )
    }

    static func otherKind(_ format: MediaFormat, claimed: String) -> Reason {
        Reason(
            .typeMismatch,
            "The URL says \"\(claimed)\", and the bytes are \(format.mimeType).",
            fix: "Serve the file under the extension \"\(format.preferredExtension)\"."
        )
    }

    static func unsupported(_ format: MediaFormat, policy: Policy?) -> Reason {
        let who = policy.map { "\"\($0.name)\"" } ?? "iOS"
        return Reason(
            .typeUnsupported,
            "The bytes are \(format.mimeType), which \(who) does not attach.",
            fix: "Convert the file to JPEG, PNG, GIF or MP4."
        )
    }

    static func corrected(_ claimed: String, to right: String, format: MediaFormat) -> Reason {
        Reason(
            .typeExtensionCorrected,
            "The URL says \"\(claimed)\", and the bytes are \(format.mimeType); the file is attached as \"\(right)\".",
            fix: "Serve the file under the extension \"\(right)\": on a device the name decides the type."
        )
    }
}
