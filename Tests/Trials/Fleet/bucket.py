"""A bucket whose service fails a tenth of the requests, in a process of its own."""

import collections
import hashlib
import json
import multiprocessing
import os
import subprocess
import sys

PLACE = "s3://push-media/p"
BASE = "https://cdn.example.com/p/"
S3 = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "S3")


def restart_with_moto():
    """Starts this program again with the Python that has moto."""
    if "FLEET_HAS_MOTO" not in os.environ:
        os.environ["FLEET_HAS_MOTO"] = "1"
        os.execv(f"{S3}/python", [f"{S3}/python", *sys.argv])


def serve(pipe, faults):
    """Serves until a message arrives, and answers with the figures."""
    sys.path.insert(0, S3)
    from service import Proxy, start
    endpoint, _ = start()
    Proxy.faults = faults
    pipe.send((endpoint, Proxy.backend))
    pipe.recv()
    pipe.send({
        "requests": len(Proxy.seen),
        "faults": collections.Counter(str(result) for *_, result in Proxy.seen if result in (500, 503, "stall", "lost")),
        "unsigned": len(Proxy.unsigned),
        # Of a whole object, which a lost answer does not count.
        "writes": collections.Counter(
            path for method, path, query, result in Proxy.seen if method == "PUT" and not query and result == 200),
    })


class Bucket:
    """Start it before any thread: its process is a copy of this one."""

    variables = {"AWS_ACCESS_KEY_ID": "AKIATEST", "AWS_SECRET_ACCESS_KEY": "secret/+=", "AWS_REGION": "eu-central-1"}

    def __init__(self, faults):
        self.faults = faults
        self.pipe, end = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("fork").Process(target=serve, args=(end, faults), daemon=True)
        self.process.start()
        self.endpoint, (host, port) = self.pipe.recv()
        import boto3
        self.client = boto3.client(
            "s3", endpoint_url=f"http://{host}:{port}", region_name="eu-central-1", aws_access_key_id="AKIATEST",
            aws_secret_access_key="secret/+=")
        self.place = ["--media-store-endpoint", self.endpoint]

    @property
    def options(self):
        """The options of workers."""
        return ["--media-store", PLACE, "--rehost", BASE, *self.place]

    def keys(self):
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket="push-media")
        return {entry["Key"][len("p/"):] for page in pages for entry in page.get("Contents", [])}

    def uploads(self):
        return len(self.client.list_multipart_uploads(Bucket="push-media").get("Uploads", []))

    def partial(self):
        """The objects whose bytes are not those of their names."""
        return [key for key in self.keys() if hashlib.sha256(
            self.client.get_object(Bucket="push-media", Key=f"p/{key}")["Body"].read()).hexdigest() != key.split(".")[0]]

    def prune(self, attache, environment, *more):
        command = [attache, "cache", "prune", "--store", PLACE, *self.place, "--json", *more]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, f"pruning ends with {done.returncode}: {done.stderr}"
        return json.loads(done.stdout)

    def judge(self, linked, attache, environment):
        """Prints the figures; returns the sentences about those that are wrong. `linked` are the names in results."""
        keys, partial, uploads = self.keys(), self.partial(), self.uploads()
        kept = self.prune(attache, environment)
        after = self.keys()
        old = self.prune(attache, environment, "--older-than", "0s")
        left, left_uploads = self.keys(), self.uploads()
        self.pipe.send("end")
        seen = self.pipe.recv()
        figures = {
            "requests of the bucket": seen["requests"],
            **{f"of them failed: {kind}": count for kind, count in sorted(seen["faults"].items())},
            "objects": len(keys), "partial objects": len(partial), "uploads that killed workers left": uploads,
            "objects without a result": len(keys - linked), "results without their object": len(linked - keys),
            "objects removed by pruning, of age 0 too": old["old_files"], "uploads ended by it": old["uploads"],
        }
        for name, value in figures.items():
            print(f"{name:40} {value:>10}")
        faults = []
        if self.faults and not sum(seen["faults"].values()):
            faults.append("the bucket had no faults")
        if partial:
            faults.append("the bucket has partial objects")
        if keys - linked:
            faults.append("the bucket has objects without a result")
        if linked - keys:
            faults.append("results name objects that the bucket does not have")
        if kept["old_files"] or after != keys:
            faults.append("pruning removed young objects")
        if left or left_uploads:
            faults.append("pruning left orphans")
        if max(seen["writes"].values(), default=0) > 1:
            faults.append("an object was written twice")
        if seen["unsigned"]:
            faults.append("requests have wrong signatures")
        return faults

    def close(self):
        self.process.kill()
        self.process.join()
