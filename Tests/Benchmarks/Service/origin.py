"""nginx as the origin: a process for each core, and many different pictures of 64 KB."""

import os
import re
import urllib.request

import images
from processes import free_port, start, stop, wait_for

CONFIGURATION = """
{user} worker_processes {workers}; daemon off; pid {work}/origin.pid; error_log {work}/origin.log warn;
worker_rlimit_nofile 16384;
events {{ worker_connections 4096; }}
http {{
    access_log off; sendfile on; keepalive_requests 10000000; keepalive_timeout 300;
    open_file_cache max=20000 inactive=10m; open_file_cache_valid 10m;
    client_body_temp_path {work}/origin-body; proxy_temp_path {work}/origin-proxy;
    fastcgi_temp_path {work}/origin-fastcgi; uwsgi_temp_path {work}/origin-uwsgi; scgi_temp_path {work}/origin-scgi;
    types {{ image/png png; }}
    server {{
        listen 127.0.0.1:{port} reuseport backlog=4096; listen 127.0.0.2:{port}; listen 127.0.0.3:{port};
        root {work}/pictures;
        location = /status {{ stub_status; }}
    }}
}}
"""


class Origin:
    """An nginx that has `count` pictures at `/0.png` and so on."""

    def __init__(self, work, count):
        self.count = count
        images.make(f"{work}/pictures", count)
        self.port = free_port()
        with open(f"{work}/origin.conf", "w", encoding="ascii") as file:
            file.write(CONFIGURATION.format(
                # As root it would give its processes to a user who may not read here.
                user="user root;" if os.geteuid() == 0 else "", work=work, port=self.port, workers=os.cpu_count()))
        self.process = start(["nginx", "-c", f"{work}/origin.conf"], f"{work}/origin.talk")
        wait_for(self.port, self.process, f"{work}/origin.log")

    def requests(self):
        """Requests so far, without those that ask for this number."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/status") as answer:
            text = answer.read().decode()
        self.asked = getattr(self, "asked", 0) + 1
        return int(re.search(r"\n\s*\d+\s+\d+\s+(\d+)", text)[1]) - self.asked

    def stop(self):
        stop(self.process)
