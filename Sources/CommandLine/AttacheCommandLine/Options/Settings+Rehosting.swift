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
            "Put the URL of the verified copy, below this URL, into the payload to send."
        },
        Setting(
            "rehost-sign",
            \.rehostKeyFile,
            .text,
            "file",
            completion: .file,
            discussion: "The file has one ID SECRET per line. The first key signs; all are accepted."
        ) {
            "Sign the URLs of copies with the keys of this file (HMAC-SHA256)."
        },
        Setting("rehost-expiry", \.rehostExpiry, .time(atLeast: .seconds(1))) {
            "How long a signed URL is valid, at least."
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
            A media file that cannot be copied is not attached. Credentials come from where the AWS tools look: \
            AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, the file of AWS_SHARED_CREDENTIALS_FILE with AWS_PROFILE, or \
            a role.
            """
    ) {
        "Copy each attached file to this bucket of S3 or a compatible service."
    }

    package static let endpoint = Setting<AttacheConfiguration>(
        "media-store-endpoint",
        \.mediaStoreEndpoint,
        .text,
        "url",
        defaultText: "the endpoint of AWS in the region"
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
        "Put the bucket's name into the path of URLs, not into the host, as many services other than AWS need."
    }

    package static let settings: [Setting<AttacheConfiguration>] = [
        store, endpoint, region, pathStyle,
        Setting("media-store-encryption", \.mediaStoreEncryption, .text, "AES256|aws:kms[:key]") {
            "The server-side encryption of objects, if it differs from the bucket's."
        },
        Setting("media-store-acl", \.mediaStoreACL, .text, "name") {
            "The canned ACL of objects, such as public-read."
        },
    ]
}
