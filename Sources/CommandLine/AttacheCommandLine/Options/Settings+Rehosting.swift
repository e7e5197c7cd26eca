package import Attache
import AttacheCore

/// Links to verified copies of media.
package enum RehostSettings: SettingGroup {
    package static let settings: [Setting<AttacheConfiguration>] = [
        Setting(
            "rehost",
            \.rehost,
            .text,
            "https://host/path/",
            discussion: "The name of a copy is the SHA-256 of its bytes, with the extension of its type."
        ) {
            "Write the URL of the verified copy, below this one, into the payload to send."
        },
        Setting(
            "rehost-sign",
            \.rehostKeyFile,
            .text,
            "file",
            completion: .file,
            discussion: "One ID SECRET per line; the first key signs, all are accepted."
        ) {
            "Sign the URLs of copies with the keys of this file (HMAC-SHA256)."
        },
        Setting("rehost-expiry", \.rehostExpiry, .time(atLeast: .seconds(1))) {
            "How long a signed URL is valid at least."
        },
    ]
}

/// Copies of media in an object store.
package enum MediaStoreSettings: SettingGroup {
    package static let store = Setting<AttacheConfiguration>(
        "media-store",
        \.mediaStore,
        .text,
        "s3://bucket/prefix",
        discussion: """
            A file without a copy is not attached. Credentials are those of the AWS tools: AWS_ACCESS_KEY_ID and \
            AWS_SECRET_ACCESS_KEY, the file of AWS_SHARED_CREDENTIALS_FILE with AWS_PROFILE, or a role.
            """
    ) {
        "Copy each attached file to this bucket of S3 or a compatible service."
    }

    package static let endpoint = Setting<AttacheConfiguration>(
        "media-store-endpoint",
        \.mediaStoreEndpoint,
        .text,
        "url",
        defaultText: "that of AWS in the region"
    ) {
        "The URL of the S3-compatible service."
    }

    package static let region = Setting<AttacheConfiguration>(
        "media-store-region",
        \.mediaStoreRegion,
        .text,
        "name",
        defaultText: "AWS_REGION, AWS_DEFAULT_REGION or us-east-1"
    ) {
        "The region of the bucket."
    }

    package static let pathStyle = Setting<AttacheConfiguration>(
        "media-store-path-style",
        \.mediaStorePathStyle,
        .toggle
    ) {
        "Name the bucket in the path of URLs and not in the host, as many services other than AWS need."
    }

    package static let settings: [Setting<AttacheConfiguration>] = [
        store, endpoint, region, pathStyle,
        Setting("media-store-encryption", \.mediaStoreEncryption, .text, "AES256|aws:kms[:key]") {
            "The server-side encryption of objects, if not that of the bucket."
        },
        Setting("media-store-acl", \.mediaStoreACL, .text, "name") {
            "The canned ACL of objects, such as public-read."
        },
    ]
}
