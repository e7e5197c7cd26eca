// Payloads to begin with: what works, the usual causes of plain text, and the keys of well-known senders.

// Sample pictures of Google's WebP gallery, public since 2010; the service loads them only when one is checked.
const picture = "https://www.gstatic.com/webp/gallery/1.jpg";
const aps = { alert: { title: "Raid starts", body: "Join now: the gate opens in five minutes." }, "mutable-content": 1 };

/** The examples in the order of the menu, in groups: title, payloads by name. */
export const examples = [
  ["Outcomes", {
    "A picture that is attached": { aps, image: picture },
    "An http URL": { aps, image: picture.replace("https", "http") },
    "A WebP": { aps, image: "https://www.gstatic.com/webp/gallery/1.webp" },
    "No mutable-content": { aps: { alert: aps.alert }, image: picture },
    "An error page named .png": { aps, image: "https://example.com/missing/raid.png" },
    "No media": { aps },
  }],
  ["Senders", {
    "Airship": { aps, "com.urbanairship.media_attachment": { url: [picture] } },
    "Braze": { aps, ab: { att: { url: picture, type: "jpg" } } },
    "CleverTap": { aps, ct_mediaUrl: picture, ct_mediaType: "image" },
    "Customer.io": { aps, "CIO-Delivery-ID": "1", "CIO-Delivery-Token": "2", CIO: { push: { image: picture } } },
    "Expo": { aps, body: { _richContent: { image: picture } } },
    "Firebase": { aps, fcm_options: { image: picture } },
    "Hive": { aps, hive: { mediaUrl: picture } },
    "Iterable": { aps, itbl: { "attachment-url": picture } },
    "Klaviyo": { aps, "rich-media": picture, "rich-media-type": "jpg" },
    "Kumulos": { aps, attachments: { pictureUrl: picture }, custom: { a: { "k.message": { data: { id: 1 } } } } },
    "Leanplum": { aps, _lpm: "5551234", LP_URL: picture },
    "Mixpanel": { aps, mp: "1", mp_media_url: picture },
    "MoEngage": { aps, moengage: {}, "media-attachment": picture },
    "OneSignal": { aps, att: { id: picture } },
    "Pushwoosh": { aps, pw_msg: 1, attachment: picture },
    "Salesforce": { aps, _mediaUrl: picture },
  }],
];

/** Bodies of requests to push services, which make the payload of them. */
examples.push(["Requests", {
  "Braze request": { external_user_ids: ["1"], messages: { apple_push: { alert: aps.alert, mutable_content: true, asset_url: picture, asset_file_type: "jpg" } } },
  "Expo request": { to: "ExponentPushToken[…]", ...aps.alert, mutableContent: true, richContent: { image: picture } },
  "Firebase request": { message: { token: "…", notification: { ...aps.alert, image: picture }, apns: { payload: { aps: { "mutable-content": 1 } } } } },
  "OneSignal request": { app_id: "…", included_segments: ["All"], contents: { en: aps.alert.body }, ios_attachments: { id: picture } },
}]);

/** Returns an example's text, or undefined. */
export function exampleText(name) {
  const found = examples.map(([, payloads]) => payloads[name]).find(Boolean);
  return found && JSON.stringify(found, null, 2);
}
