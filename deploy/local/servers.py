"""Servers on this machine, which the scripts of this folder start and stop: PostgreSQL, HAProxy, instances of funhouse, and others.

All listen on free ports of 127.0.0.1, have their files in one temporary folder, and end with the script. PostgreSQL, which refuses to run as
root, then runs as the user `nobody`.
"""

import contextlib
import glob
import http.client
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

DEPLOY = Path(__file__).resolve().parent.parent
LOOPBACK = "127.0.0.1"
USER = "funhouse"
FIRST_PORT = 20_000
ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def interrupt(*_):
    raise KeyboardInterrupt


def until(what, condition, seconds=60.0):
    """Waits until the condition returns something true, and returns it."""
    end = time.monotonic() + seconds
    while not (result := condition()):
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: not within {seconds:.0f} s")
        time.sleep(0.05)
    return result


def first_outgoing_port():
    """The first of the ports that the system gives to outgoing connections."""
    first = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text(encoding="ascii").split()[0])
    return first if first > FIRST_PORT + 1000 else 32_768


def status_of(port, path):
    """The status of a GET request, or None if nothing answers within 3 seconds."""
    connection = http.client.HTTPConnection(LOOPBACK, port, timeout=3)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


class Scratch:
    """A temporary folder and the processes that use it. Both end with the `with` block."""

    def __enter__(self):
        # Ctrl-C, SIGTERM and the end of a terminal run what cleans up.
        for number in ENDS:
            signal.signal(number, interrupt)
        self.folder = Path(tempfile.mkdtemp(prefix="funhouse-local."))
        self.processes = []
        self._used = set()
        self._prefix = []
        if os.geteuid() == 0:
            owner = pwd.getpwnam("nobody")
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
            self._prefix = [f"--reuid={owner.pw_uid}", f"--regid={owner.pw_gid}", "--clear-groups"]
        return self

    def __exit__(self, *_):
        for number in ENDS:
            signal.signal(number, signal.SIG_IGN)
        for process in reversed(self.processes):
            process.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def port(self):
        """A port that is free now, that no other server of this script has, and that no outgoing connection gets."""
        while True:
            port = random.randrange(FIRST_PORT, first_outgoing_port())
            with socket.socket() as probe, contextlib.suppress(OSError):
                probe.bind((LOOPBACK, port))
                if port not in self._used:
                    self._used.add(port)
                    return port

    def command(self, command, end, unprivileged):
        """A command that gets the signal `end` if this script is killed."""
        user = self._prefix if unprivileged else []
        return ["setpriv", f"--pdeathsig={end}", *user, "--", *map(str, command)]

    def run(self, *command, **options):
        """Runs a command as the unprivileged user to its end, and returns its output."""
        command = self.command(command, "TERM", unprivileged=True)
        done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False, **options)
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)} failed: {done.stderr or done.stdout}")
        return done.stdout.strip()

    def start(self, name, command, env=None, end="TERM", unprivileged=False):
        """Starts a server whose output goes to the file `name`.log."""
        process = Process(name, self.command(command, end, unprivileged), self.folder / f"{name}.log", env, end)
        self.processes.append(process)
        return process


class Process:
    """A process that runs until it is stopped or killed."""

    def __init__(self, name, command, log, env, end):
        self.name, self.log, self._end = name, log, end
        with self.log.open("ab") as log:
            self._child = subprocess.Popen(
                command,
                cwd="/",
                env={**os.environ, **(env or {})},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                # Ctrl-C reaches only the script, which then stops its servers in order.
                process_group=0,
            )

    @property
    def pid(self):
        return self._child.pid

    def runs(self):
        return self._child.poll() is None

    def until(self, what, condition, seconds=60.0):
        """Waits for a condition, unless the process ends first."""

        def met():
            if not self.runs():
                raise RuntimeError(f"{self.name} ended: {self.last_lines()}")
            return condition()

        try:
            return until(f"{self.name} {what}", met, seconds)
        except TimeoutError as error:
            raise TimeoutError(f"{error}: {self.last_lines()}") from None

    def last_lines(self):
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-20:])

    def stop(self):
        if self.runs():
            self._child.send_signal(getattr(signal, f"SIG{self._end}"))
            try:
                self._child.wait(20)
            except subprocess.TimeoutExpired:
                self._child.kill()
        self._child.wait()

    def kill(self):
        """Sends SIGKILL to the process and to its children."""
        kill_all(self.pid)
        self._child.wait()


def kill_all(pid):
    """Sends SIGKILL to a process and to those below it."""
    for one in [pid, *children(pid)]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(one, signal.SIGKILL)


def children(pid):
    """The processes below a process."""
    try:
        direct = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []
    return direct + [below for child in direct for below in children(child)]


def programs_of_postgres():
    """The folder of initdb, which Debian does not put on the path."""
    found = max(glob.glob("/usr/lib/postgresql/*/bin/initdb"), default=None) or shutil.which("initdb")
    if not found:
        raise RuntimeError("PostgreSQL is not installed: there is no initdb")
    return Path(found).parent


class Address:
    """Where PostgreSQL answers: a server, or a proxy in front of some."""

    def __init__(self, scratch, port):
        self.scratch, self.port = scratch, port

    def query(self, sql, database=USER):
        """Sends statements, each in its own transaction, and returns the output of all."""
        address = f"host={LOOPBACK} port={self.port} user={USER} dbname={database} connect_timeout=10"
        each = [f"--command={statement}" for statement in sql.split(";")]
        return self.scratch.run("psql", "-XAtq", "-v", "ON_ERROR_STOP=1", address, *each, timeout=30)

    def is_primary(self):
        try:
            return self.query("SELECT pg_is_in_recovery()", database="postgres") == "f"
        except (RuntimeError, subprocess.TimeoutExpired):
            return False


class Postgres(Address):
    """One PostgreSQL server."""

    def __init__(self, scratch, name):
        super().__init__(scratch, scratch.port())
        self.name = name
        self.data, self._bin, self._process = scratch.folder / name, programs_of_postgres(), None

    def create(self):
        """Starts a primary with an empty database."""
        self.scratch.run(
            self._bin / "initdb", "-D", self.data, "-U", USER, "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"
        )
        self._start()
        self.query(f"CREATE DATABASE {USER}", database="postgres")

    def follow(self, primary):
        """Replaces all data by a copy of the primary's, and starts as its standby."""
        shutil.rmtree(self.data, ignore_errors=True)
        source = f"host={LOOPBACK} port={primary.port} user={USER} application_name={self.name}"
        self.scratch.run(
            self._bin / "pg_basebackup", "-D", self.data, "-R", "-X", "stream", "-c", "fast", "--no-sync", "-d", source
        )
        self._start()
        streams = (
            f"SELECT count(*) FROM pg_stat_replication WHERE application_name = '{self.name}' AND state = 'streaming'"
        )
        until(f"{self.name} follows {primary.name}", lambda: primary.query(streams) == "1")

    def _start(self):
        settings = {
            "listen_addresses": LOOPBACK,
            "port": self.port,
            "unix_socket_directories": self.scratch.folder,
            "max_connections": 100,
            "shared_buffers": "64MB",
            "wal_keep_size": "256MB",
        }
        flags = [f"--{name}={value}" for name, value in settings.items()]
        self._process = self.scratch.start(
            self.name, [self._bin / "postgres", "-D", self.data, *flags], end="INT", unprivileged=True
        )
        self._process.until("accepts connections", self.accepts)

    def accepts(self):
        try:
            return self.query("SELECT 1", database="postgres") == "1"
        except RuntimeError:
            return False

    def kill(self):
        self._process.kill()

    def stop(self):
        self._process.stop()

    def promote(self):
        self.scratch.run(self._bin / "pg_ctl", "promote", "-w", "-D", self.data)

    def stop_receiving(self):
        """Ends the replication to this standby, which from then on falls behind."""
        self.query("ALTER SYSTEM SET primary_conninfo = ''; SELECT pg_reload_conf()")
        until(f"{self.name} stops receiving", lambda: self.query("SELECT count(*) FROM pg_stat_wal_receiver") == "0")


class Pair:
    """A primary and a standby, without anything that promotes: the script does."""

    def __init__(self, scratch, synchronous):
        self.primary, self.standby = Postgres(scratch, "postgres-1"), Postgres(scratch, "postgres-2")
        self.servers, self._synchronous = [self.primary, self.standby], synchronous
        self._roles = Roles(self.servers)
        self.checks = self._roles.ports
        self.primary.create()
        self._join()

    def _join(self):
        self.standby.follow(self.primary)
        if self._synchronous:
            self.primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'; SELECT pg_reload_conf()")
            state = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
            until("the standby is synchronous", lambda: self.primary.query(state) == "1")

    def lag(self):
        self.standby.stop_receiving()

    def kill_primary(self):
        self.primary.kill()

    def fail_over(self):
        """Promotes the standby. Without a standby of its own, it commits alone."""
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary

    def rejoin(self):
        """Makes the killed server the standby of the new primary."""
        self._join()


class Roles:
    """Answers `OPTIONS /primary` for each server as Patroni's REST API does: 200 on the primary, else 503.

    Like Patroni, it answers at once with what it saw last, however busy the machine is.
    """

    def __init__(self, servers):
        self.ports = [self._answer_for(server) for server in servers]

    def _answer_for(self, server):
        handler = type("Role", (RoleHandler,), {"is_primary": False})
        listener = ThreadingHTTPServer((LOOPBACK, server.scratch.port()), handler)
        for work in (listener.serve_forever, lambda: self._watch(server, handler)):
            threading.Thread(target=work, daemon=True).start()
        return listener.server_port

    def _watch(self, server, handler):
        while True:
            handler.is_primary = server.is_primary()
            time.sleep(0.5)


class RoleHandler(BaseHTTPRequestHandler):
    is_primary = False

    def do_OPTIONS(self):
        self.send_response(200 if self.is_primary else 503)
        self.end_headers()

    def log_message(self, *_):
        pass


def haproxy(scratch, name, configuration, env):
    """Starts HAProxy with a configuration of this repository."""
    return scratch.start(name, ["haproxy", "-db", "-f", configuration], {key: str(value) for key, value in env.items()})


def proxy_of_databases(scratch, servers, checks):
    """Starts HAProxy in front of two PostgreSQL servers, and returns its port."""
    port = scratch.port()
    env = {"POSTGRES_LISTEN": f"{LOOPBACK}:{port}"}
    for number, (server, check) in enumerate(zip(servers, checks, strict=True), 1):
        env |= {f"POSTGRES_{number}": f"{LOOPBACK}:{server.port}", f"POSTGRES_{number}_CHECK": check}
    process = haproxy(scratch, "haproxy-databases", DEPLOY / "high-availability/haproxy.cfg", env)
    proxy = Address(scratch, port)
    # It takes all servers for primaries until its first checks failed, and sends connections to them in turn.
    process.until("knows the primary", lambda: all(proxy.is_primary() for _ in range(4)))
    return port


class Instance:
    """One instance of funhouse."""

    def __init__(self, scratch, name, program, database, *flags):
        self.name, self.port, self.metrics = name, scratch.port(), scratch.port()
        addresses = ["--listen", f"{LOOPBACK}:{self.port}", "--metrics-listen", f"{LOOPBACK}:{self.metrics}"]
        command = [program, "serve", *addresses, "--log-format", "json", *flags]
        self._process = scratch.start(name, command, {"FUNHOUSE_DATABASE": database})

    def until_ready(self):
        self._process.until("is ready", lambda: status_of(self.port, "/readyz") == 200)
        return self

    def runs(self):
        return self._process.runs()

    def last_lines(self):
        return self._process.last_lines()
