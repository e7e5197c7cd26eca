#!/usr/bin/env python3
"""Prints a list of what is in the programs and what they load, as SPDX 2.3 in JSON: sbom.py VERSION [--archive FILE] PROGRAM…

Swift packages are those of Package.resolved, which the build writes; Debian packages are those of the libraries that the
programs name, also the ones that they load when they need them. The time is SOURCE_DATE_EPOCH, and the same input gives the
same bytes.
"""

import argparse
import hashlib
import json
import os
import pathlib
import re
import subprocess
import time
import urllib.parse
import uuid

from origin import origin

ROOT = pathlib.Path(__file__).resolve().parent.parent
NONE = "NOASSERTION"
RESERVED = "LicenseRef-all-rights-reserved"


def output(*words: str) -> str:
    return subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT).stdout


def package(name: str, version: str, **members: object) -> dict:
    identifier = re.sub(r"[^A-Za-z0-9.-]", "-", name)
    return {
        "SPDXID": f"SPDXRef-Package-{identifier}",
        "name": name,
        "versionInfo": version,
        "downloadLocation": NONE,
        "filesAnalyzed": False,
        "licenseConcluded": NONE,
        "licenseDeclared": NONE,
        "copyrightText": NONE,
        **members,
    }


def reference(locator: str) -> list[dict]:
    return [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": locator}]


def own(version: str, archive: pathlib.Path | None) -> dict:
    values = origin()
    licence = values.get("licence", RESERVED)
    found = package("attache", version, licenseDeclared=licence, primaryPackagePurpose="APPLICATION", supplier=NONE)
    if contact := re.fullmatch(r"(.+) <(.+)>", values.get("contact", "")):
        found["supplier"] = f"Organization: {contact[1]} ({contact[2]})"
    if source := values.get("source"):
        found["homepage"] = source
    if archive:
        found["packageFileName"] = archive.name
        checksum = hashlib.sha256(archive.read_bytes()).hexdigest()
        found["checksums"] = [{"algorithm": "SHA256", "checksumValue": checksum}]
    return found


def swift_packages() -> list[dict]:
    """What the manifest resolves to, and the toolchain, whose libraries are inside the programs."""
    file = ROOT / "Package.resolved"
    if not file.exists():
        raise SystemExit(f"sbom.py: there is no {file}; build first")
    found = []
    for pin in json.loads(file.read_text())["pins"]:
        location, state = pin["location"], pin["state"]
        version = state.get("version", state["revision"])
        address = re.sub(r"^https://|\.git$", "", location)
        found.append(
            package(
                pin["identity"],
                version,
                downloadLocation=f"git+{location}@{state['revision']}",
                externalRefs=reference(f"pkg:swift/{address}@{version}"),
            )
        )
    version = re.search(r"Swift version (\S+)", output("swift", "--version"))[1]
    return [*found, package("swift", version, comment="Its runtime and parts of its Foundation are in the programs.")]


def contained() -> list[dict]:
    """The C libraries inside Swift packages, which read what clients of the service send."""
    checkouts = ROOT / ".build/checkouts"
    note = (checkouts / "swift-nio-ssl/Sources/CNIOBoringSSL/hash.txt").read_text()
    source, revision = re.search(r"from (\S+) at revision ([0-9a-f]{40})", note).groups()
    header = (checkouts / "swift-nio/Sources/CNIOLLHTTP/include/c_nio_llhttp.h").read_text()
    version = ".".join(re.search(rf"LLHTTP_VERSION_{part} (\d+)", header)[1] for part in ("MAJOR", "MINOR", "PATCH"))
    return [
        package("boringssl", revision, downloadLocation=f"git+{source}@{revision}", comment="Inside swift-nio-ssl."),
        package("llhttp", version, externalRefs=reference(f"pkg:npm/llhttp@{version}"), comment="Inside swift-nio."),
    ]


def libraries(programs: list[str]) -> set[str]:
    """The names of libraries with a version, such as libz.so.1: linked ones, and those that a program loads by name."""
    text = b"".join(pathlib.Path(program).read_bytes() for program in programs)
    return {name.decode() for name in re.findall(rb"(?<=\0)(lib[\w+-]+\.so\.[\d.]+)\0", text)}


def debian_package(path: str) -> dict:
    """The installed package that has a file."""
    # It may have registered the file below /lib, which is a link to /usr/lib today.
    path = re.sub(r"^/usr(?=/lib)", "", path)
    owner = subprocess.run(["dpkg", "-S", path, f"/usr{path}"], capture_output=True, text=True, check=False).stdout
    if not owner:
        raise SystemExit(f"sbom.py: no Debian package has {path}")
    form = "${Package} ${Version} ${Architecture} ${source:Package}"
    name, version, architecture, source = output("dpkg-query", "-W", "-f", form, re.split(r"[:,] ", owner)[0]).split()
    system = re.search(r"^ID=\"?([a-z]+)", pathlib.Path("/etc/os-release").read_text(), re.MULTILINE)[1]
    locator = f"pkg:deb/{system}/{quoted(name)}@{quoted(version)}?arch={architecture}"
    return package(name, version, externalRefs=reference(locator), sourceInfo=f"built from the source package {source}")


def quoted(text: str) -> str:
    return urllib.parse.quote(text, safe="")


def debian_packages(programs: list[str]) -> list[dict]:
    # Of two libraries of a name the first one is loaded.
    known = dict(re.findall(r"^\s*(\S+) \([^)]*\) => (\S+)$", output("/sbin/ldconfig", "-p"), re.MULTILINE)[::-1])
    found = {}
    for library in sorted(libraries(programs)):
        if library not in known:
            raise SystemExit(f"sbom.py: {library} is not installed")
        one = debian_package(known[library])
        found[one["name"]] = one
    return list(found.values())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("version")
    parser.add_argument("--archive", type=pathlib.Path)
    parser.add_argument("programs", nargs="+")
    arguments = parser.parse_args()
    attache = own(arguments.version, arguments.archive)
    swift, debian = [*swift_packages(), *contained()], debian_packages(arguments.programs)
    # .ci/link takes the C++ runtime from its archive.
    runtime = debian_package(os.path.realpath(output("clang", "-print-file-name=libstdc++.a").strip()))
    packages = [attache, *swift, runtime, *debian]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", attache)]
    relations += [(attache["SPDXID"], "STATIC_LINK", one) for one in [*swift, runtime]]
    relations += [(attache["SPDXID"], "DYNAMIC_LINK", one) for one in debian]
    digest = hashlib.sha256(json.dumps(packages, sort_keys=True).encode()).hexdigest()
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"attache-{arguments.version}",
        "documentNamespace": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, digest)}",
        "creationInfo": {
            "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))),
            "creators": [f"Tool: attache-sbom-{arguments.version}"],
        },
        "packages": packages,
        "relationships": [
            {"spdxElementId": element, "relationshipType": kind, "relatedSpdxElement": other["SPDXID"]}
            for element, kind, other in relations
        ],
    }
    if attache["licenseDeclared"] == RESERVED:
        text = "All rights are reserved. You need the authors' permission to pass it on."
        document["hasExtractedLicensingInfos"] = [
            {"licenseId": RESERVED, "name": "All rights reserved", "extractedText": text}
        ]
    print(json.dumps(document, indent=1, ensure_ascii=False))


main()
