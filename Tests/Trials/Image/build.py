"""Builds the images of the example Containerfile as root file systems, where no Docker runs.

A stage is a folder: a copy of the stage that it begins with, or a Debian by mmdebstrap, to which the image of Swift adds this
machine's toolchain. `RUN` runs in it with chroot, and `COPY --from=build` takes the programs of .ci/package in place of those
that the image's own build would compile. What a container engine keeps for the start, such as the user and the entry point, is
kept here for `run`.
"""

import dataclasses
import os
import pathlib
import re
import shlex
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]


@dataclasses.dataclass
class Stage:
    """A root file system, and how its program is started in it."""

    root: pathlib.Path
    environment: dict[str, str] = dataclasses.field(default_factory=dict)
    user: str = "0"
    folder: str = "/"
    entry: list[str] = dataclasses.field(default_factory=list)
    command: list[str] = dataclasses.field(default_factory=list)
    toolchain: str | None = None

    @property
    def path(self) -> str:
        """Where programs are; the image of Swift has its own in /usr."""
        return (f"{self.toolchain}/bin:" if self.toolchain else "") + "/usr/sbin:/usr/bin:/sbin:/bin"

    def mount(self, source: pathlib.Path | str, target: str) -> None:
        """Shows a folder of this machine, until the namespace of mounts ends."""
        place = self.root / target.strip("/")
        place.mkdir(parents=True, exist_ok=True)
        subprocess.run(["mount", "--bind", source, place], check=True)

    def mount_toolchain(self) -> None:
        """The toolchain, and what a build needs of the kernel."""
        self.mount(self.toolchain, self.toolchain)
        self.mount("/dev", "dev")
        subprocess.run(["mount", "-t", "proc", "proc", self.root / "proc"], check=True)

    def unmount_toolchain(self) -> None:
        for place in (self.toolchain, "dev", "proc"):
            subprocess.run(["umount", self.root / place.strip("/")], check=True)

    def run(self, script: str) -> None:
        """Runs a shell's commands as root, as `RUN` does."""
        environment = {"PATH": self.path, "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive"} | self.environment
        shell = ["chroot", str(self.root), "/bin/sh", "-c", f"cd {shlex.quote(self.folder)} && {script}"]
        done = subprocess.run(shell, capture_output=True, text=True, env=environment)
        if done.returncode != 0:
            raise SystemExit(f"{script}\n{done.stdout}{done.stderr}")

    def start(self, *arguments: str, user: str | None = None, **options: object) -> subprocess.Popen:
        """The image's program, as `docker run IMAGE ARGUMENTS` starts it."""
        variables = {"PATH": self.path} | self.environment
        # As an engine does for a user that the image does not know.
        group = self.user if user is None else "0"
        chroot = ["chroot", f"--userspec={user or self.user}:{group}", "--groups=", str(self.root)]
        inside = ["env", "--chdir", self.folder, "-i", *(f"{name}={value}" for name, value in variables.items())]
        return subprocess.Popen([*chroot, *inside, *self.entry, *(arguments or self.command)], **options)


def instructions(text: str) -> list[tuple[str, str]]:
    """The instructions of a Containerfile, each with its words; lines that a backslash joins are one."""
    joined = re.sub(r"\\\n", " ", re.sub(r"^\s*#.*\n", "", text, flags=re.M))
    return [tuple(line.split(None, 1)) for line in joined.splitlines() if line.strip()]


def words(text: str) -> list[str]:
    """The words of an instruction, which may be a list of JSON or plain."""
    return re.findall(r'"([^"]*)"', text) if text.startswith("[") else shlex.split(text)


class Builder:
    """Builds stages once, each below one folder."""

    def __init__(self, file: pathlib.Path, programs: pathlib.Path, work: pathlib.Path) -> None:
        self.programs = programs
        self.work = work
        self.stages: dict[str, list[tuple[str, str]]] = {}
        self.bases: dict[str, str] = {}
        self.built: dict[str, Stage] = {}
        for name, rest in instructions(file.read_text()):
            if name == "FROM":
                base, _, stage = rest.split()
                self.bases[stage] = base
                self.stages[stage] = []
            else:
                self.stages[stage].append((name, rest))

    def build(self, name: str) -> Stage:
        """A stage, with those that it begins with."""
        if name in self.built:
            return self.built[name]
        stage = self.begin(self.bases[name], self.work / name)
        for instruction, rest in self.stages[name]:
            self.apply(stage, instruction, rest)
        self.built[name] = stage
        return stage

    def begin(self, base: str, root: pathlib.Path) -> Stage:
        """A copy of an earlier stage, or of a Debian without more."""
        if base in self.stages:
            earlier = self.build(base)
        elif base == "debian:12-slim":
            earlier = Stage(self.work / "debian")
            if not earlier.root.exists():
                command = ["mmdebstrap", "--quiet", "--variant=minbase", "bookworm", str(earlier.root)]
                subprocess.run(command, check=True)
        elif base.startswith("swift:") and base.endswith("-bookworm"):
            return self.swift(root)
        else:
            raise SystemExit(f"no stage begins with {base} here; only with debian:12-slim and Swift's images of bookworm")
        if earlier.toolchain:
            earlier.unmount_toolchain()
        # By links: dpkg and apt replace files, and never write into them.
        subprocess.run(["cp", "-al", earlier.root, root], check=True)
        stage = dataclasses.replace(earlier, root=root, environment=dict(earlier.environment))
        if stage.toolchain:
            stage.mount_toolchain()
        return stage

    def swift(self, root: pathlib.Path) -> Stage:
        """A Debian with this machine's toolchain and what that needs, as Swift's image has it."""
        stage = self.begin("debian:12-slim", root)
        compiler = shutil.which("swiftc")
        if compiler is None:
            raise SystemExit("there is no swiftc on this machine")
        stage.toolchain = str(pathlib.Path(compiler).resolve().parents[1])
        if stage.toolchain == "/usr":
            raise SystemExit("Swift is in /usr with everything else; unpack it in a folder, such as /opt/swift")
        # As on https://www.swift.org/install/linux for Debian 12.
        packages = "binutils gcc git libc6-dev libcurl4 libedit2 libncurses6 libpython3.11 libsqlite3-0 libstdc++-12-dev libxml2 tzdata"
        stage.run(f"apt-get update && apt-get install -y --no-install-recommends ca-certificates {packages}")
        stage.mount_toolchain()
        return stage

    def apply(self, stage: Stage, instruction: str, rest: str) -> None:
        match instruction:
            case "RUN":
                stage.run(rest)
            case "COPY":
                *origin, source, target = rest.split()
                place = stage.root / stage.folder.strip("/") / target.removeprefix("/")
                if origin == ["--from=build"]:
                    self.copy(source, stage.root / target.strip("/"))
                elif not origin:
                    self.copy_source(source, place)
                else:
                    raise SystemExit(f"COPY {rest}: only --from=build is known here")
            case "ENV":
                stage.environment.update(pair.split("=", 1) for pair in words(rest))
            case "USER":
                stage.user = rest
            case "WORKDIR":
                stage.folder = rest
                (stage.root / rest.strip("/")).mkdir(parents=True, exist_ok=True)
            case "ENTRYPOINT":
                stage.entry, stage.command = words(rest), []
            case "CMD":
                stage.command = words(rest)
            case "VOLUME" | "EXPOSE" | "STOPSIGNAL" | "HEALTHCHECK":
                pass
            case _:
                raise SystemExit(f"{instruction}: not known here")

    def copy(self, source: str, target: pathlib.Path) -> None:
        """The programs where the stage `build` of the Containerfile puts them."""
        helpers = {"attache-draw", "attache-play"}
        folders = {"/programs/bin/": {"attache", "attached"}, "/programs/libexec/": {f"attache/{name}" for name in helpers}}
        folders["/programs/"] = {f"{pathlib.Path(key).name}/{path}" for key, paths in folders.items() for path in paths}
        for path in folders[source]:
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(self.programs / pathlib.Path(path).name, target / path)

    def copy_source(self, source: str, target: pathlib.Path) -> None:
        """A file of the checkout, or all that Git knows of it, as the build context has it."""
        if source == ".":
            subprocess.run(["git", "init", "--quiet", target], check=True)
            subprocess.run(["git", "-C", target, "fetch", "--quiet", "--depth=1", f"file://{ROOT}", "HEAD"], check=True)
            subprocess.run(["git", "-C", target, "checkout", "--quiet", "--force", "FETCH_HEAD"], check=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / source, target)
