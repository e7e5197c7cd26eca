"""Starts the images as their users would, each as a root file system with a network that reaches this machine alone."""

import contextlib
import ctypes
import json
import os
import pathlib
import subprocess
import sys
import time
import urllib.error
import urllib.request

from build import ROOT, Builder, Stage

EXTENSIONS = ROOT / "Tests" / "Device" / "GuideExtensionTests" / "Extensions"
# No user of the image: `docker run -u "$(id -u)"`.
CALLER = "12345"
# os.CLONE_NEWNET of Python 3.12.
CLONE_NEWNET = 0x40000000


def fault(text: str) -> None:
    raise SystemExit(f"images: {text}")


def mount(stage: Stage, folder: pathlib.Path) -> None:
    """What a container engine adds: devices, processes, the names of hosts, and a folder of the caller's as /work."""
    (stage.root / "etc" / "hosts").write_text("127.0.0.1 localhost\n")
    stage.mount("/dev", "dev")
    subprocess.run(["mount", "-t", "proc", "proc", stage.root / "proc"], check=True)
    stage.mount(folder, "work")
    stage.folder = "/work"


def ask(stage: Stage, *arguments: str, status: int = 0) -> str:
    """What the image's program prints for arguments, as another user than the image's."""
    process = stage.start(*arguments, user=CALLER, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    output, errors = process.communicate(timeout=300)
    if process.returncode != status:
        fault(f"{' '.join(arguments)} ends with {process.returncode}: {output}{errors}")
    return output


@contextlib.contextmanager
def running(process: subprocess.Popen):
    try:
        yield process
    finally:
        process.terminate()
        process.wait(timeout=30)


def fetch(url: str, process: subprocess.Popen, **options: object) -> bytes:
    """The answer of a server that may still be starting."""
    for _ in range(1000):
        if process.poll() is not None:
            fault(f"the server of {url} ended with {process.returncode}")
        try:
            return urllib.request.urlopen(urllib.request.Request(url, **options), timeout=10).read()
        except urllib.error.HTTPError as error:
            if error.code != 503:
                raise
        except OSError:
            pass
        time.sleep(0.02)
    fault(f"nothing answers at {url}")


def try_program(stage: Stage, folder: pathlib.Path, title: str, port: int) -> None:
    """Samples, a picture, a repair and the notification centre."""
    host = ["--allow-host", f"localhost:{port}"]
    if "attached" not in ask(stage, "demo"):
        fault(f"{title}: demo attaches nothing")
    ask(stage, "demo", "--write", "samples", "--port", str(port))
    ask(stage, "preview", "samples/no-flag.json", "--out", "push.png")
    if not (folder / "push.png").read_bytes().startswith(b"\x89PNG"):
        fault(f"{title}: preview draws no PNG")
    served = stage.start("demo", "--serve", "samples", "--port", str(port), user=CALLER, stdout=subprocess.DEVNULL)
    with running(served):
        fetch(f"http://127.0.0.1:{port}/photo.png", served)
        result = json.loads(ask(stage, "rewrite", "samples/attached.json", *host))
        if result["outcome"] != "attached":
            fault(f"{title}: a good picture is {result}")
        if title == "attache":
            result = json.loads(ask(stage, "rewrite", "samples/webp.json", "--repair", *host))
            if result["repair"][0]["outcome"] != "repaired":
                fault(f"{title}: --repair converts no WebP: {result}")
    ask(stage, "deliver", "samples/no-flag.json")
    print(f"{title}: demo, preview, rewrite and deliver work", flush=True)


def try_service(stage: Stage) -> None:
    secrets = stage.root / "run" / "secrets"
    secrets.mkdir(parents=True, exist_ok=True)
    token = "0123456789abcdef0123456789abcdef"
    (secrets / "attache-tokens").write_text(f"{token}\n")
    mount(stage, stage.root / "var" / "lib" / "attached")
    service = stage.start()
    with running(service):
        fetch("http://127.0.0.1:8420/readyz", service)
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        answer = fetch("http://127.0.0.1:8420/v1/rewrite", service, data=b'{"aps":{"alert":"Hello"}}', headers=headers)
        if json.loads(answer)["outcome"] != "untouched":
            fault(f"attached answers {answer!r}")
        # The image's health check.
        health = stage.start("health")
        if health.wait(timeout=30) != 0:
            fault(f"attached health ends with {health.returncode}")
    if service.returncode != 0:
        fault(f"attached ends with {service.returncode} after SIGTERM")
    print("attached: ready, answers, healthy, and ends", flush=True)


def try_worker(stage: Stage, work: pathlib.Path) -> None:
    mount(stage, stage.root / "var" / "lib" / "attached")
    command = ["nats-server", "--jetstream", "--addr", "127.0.0.1", "--store_dir", str(work / "queue")]
    command += ["--http_port", "8222"]
    with running(subprocess.Popen(command, stderr=subprocess.DEVNULL)) as queue:
        # 503 until JetStream is ready.
        fetch("http://127.0.0.1:8222/healthz", queue)
        server = ["--nats", "nats://127.0.0.1:4222"]
        if stage.start("setup", *server).wait(timeout=60) != 0:
            fault("attached work setup makes no streams")
        worker = stage.start("run", *server, "--metrics", "127.0.0.1:9464")
        with running(worker):
            fetch("http://127.0.0.1:9464/readyz", worker)
    print("worker: ready", flush=True)


def try_extensions(stage: Stage, folder: pathlib.Path) -> None:
    """A service extension, checked and run without a network by a user that the image does not know."""
    (folder / "FCMService.swift").write_bytes((EXTENSIONS / "FCMService.swift").read_bytes())
    stage.mount(folder, "work")
    ask(stage, "extension", "check", "FCMService.swift")
    output = ask(stage, "extension", "try", "FCMService.swift")
    if "FCMService  jpeg" not in output:
        fault(f"extensions: the extension shows no picture:\n{output}")
    print("extensions: an extension is checked and runs", flush=True)


def install(stage: Stage, package: pathlib.Path) -> None:
    """The packages, as the README installs them, where nothing else is installed."""
    target = stage.root / "packages"
    target.mkdir()
    for name in ("attache", "attache-play", "attache-preview"):
        (file,) = package.glob(f"{name}_*.deb")
        (target / file.name).write_bytes(file.read_bytes())
    script = "apt-get update -qq && apt-get install -y -qq --no-install-recommends /packages/*.deb"
    stage.run(script)


def main() -> None:
    package, work = map(pathlib.Path, sys.argv[1:])
    builder = Builder(ROOT / ".packaging" / "examples" / "Containerfile", package / "attache" / "programs", work)
    attache, attached, worker, extensions = map(builder.build, ("attache", "attached", "worker", "extensions"))
    bare = builder.begin("debian:12-slim", work / "bare")
    bare.entry = ["attache"]
    bare.environment = {"XDG_CACHE_HOME": "/tmp", "XDG_STATE_HOME": "/tmp"}
    install(bare, package)
    # From here on nothing reaches the network.
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET) != 0:
        fault(f"no network namespace: {os.strerror(ctypes.get_errno())}")
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    for stage, title, port in ((attache, "attache", 8421), (bare, "packages", 8422)):
        folder = work / f"files-{title}"
        folder.mkdir()
        folder.chmod(0o777)
        mount(stage, folder)
        try_program(stage, folder, title, port)
    try_service(attached)
    try_worker(worker, work)
    folder = work / "files-extensions"
    folder.mkdir()
    folder.chmod(0o777)
    try_extensions(extensions, folder)
    print("images: all well")


main()
