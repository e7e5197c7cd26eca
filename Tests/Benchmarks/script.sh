#!/usr/bin/env bash
# What people write today: find the URL, download, look at the type, edit the payload.
# Usage: script.sh PAYLOAD DIRECTORY
set -euo pipefail
mkdir -p "$2"
url=$(jq -r .media_url "$1")
curl -s --max-time 30 -o "$2/media" "$url"
case $(file --brief --mime-type "$2/media") in
    image/png) mv "$2/media" "$2/media.png" ;;
    image/jpeg) mv "$2/media" "$2/media.jpg" ;;
    image/gif) mv "$2/media" "$2/media.gif" ;;
    *) jq -c 'del(.media_url)' "$1" && exit ;;
esac
jq -c --arg path "$2" '. + {attachment: $path}' "$1"
