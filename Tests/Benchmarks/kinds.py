"""The payloads that users send, as lines of NDJSON: each function makes one from its number and the URL of its picture."""

import json


def onesignal(number, url):
    """A request to OneSignal's REST API, with buttons."""
    return {
        "app_id": "5eb5a37e-b458-11e3-ac11-000c2940e62c",
        "include_aliases": {"external_id": [f"user-{number}"]},
        "target_channel": "push",
        "headings": {"en": f"Offer {number}"},
        "contents": {"en": "Only today, only for you"},
        "ios_attachments": {"picture": url},
        "buttons": [{"id": "buy", "text": "Buy now"}, {"id": "later", "text": "Later"}],
        "data": {"campaign": "autumn", "offer": number},
    }


def fcm(number, url):
    """A request to FCM's HTTP v1 API, with a category and a badge."""
    return {
        "message": {
            "token": f"bk3RNwTe3H0:CI2k_HHwgIpoDKCIZvvDMExUdFQ3P1-{number}",
            "notification": {"title": f"Offer {number}", "body": "Only today, only for you"},
            "data": {"campaign": "autumn", "offer": str(number)},
            "apns": {
                "payload": {"aps": {"category": "OFFER", "badge": 3, "mutable-content": 1}},
                "fcm_options": {"image": url},
            },
        }
    }


def hive(number, url):
    """A payload for the Hive SDK, with a category."""
    return {
        "aps": {
            "alert": {"title": f"Offer {number}", "body": "Only today, only for you"},
            "category": "CONFIRM_CATEGORY",
            "mutable-content": 1,
        },
        "hive": {"mediaUrl": url},
        "user": number,
    }


def community(number, url):
    """A payload for an extension written by hand."""
    return {
        "aps": {"alert": {"title": f"Offer {number}", "body": "Only today, only for you"}, "mutable-content": 1},
        "user": number,
        "media_url": url,
    }


ALL = {"OneSignal, buttons": onesignal, "FCM v1, category and badge": fcm, "Hive, category": hive, "community": community}


def write(path, make, count, port):
    """Writes lines of one kind that name 100 pictures in turn."""
    with open(path, "w", encoding="ascii") as file:
        for number in range(count):
            payload = make(number, f"http://127.0.0.1:{port}/many/{number % 100}.png")
            file.write(json.dumps(payload, separators=(",", ":")) + "\n")
