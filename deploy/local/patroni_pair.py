"""Two PostgreSQL servers that Patroni manages, with deploy/high-availability/patroni.yml and one etcd."""

import json
import os
import shutil

from servers import DEPLOY, LOOPBACK, USER, Address, kill_all, programs_of_postgres, status_of, until

CONFIGURATION = DEPLOY / "high-availability/patroni.yml"
PASSWORD = "only-on-loopback"


class Node(Address):
    """One PostgreSQL server and its Patroni."""

    def __init__(self, scratch, name, etcd):
        super().__init__(scratch, scratch.port())
        self.name, self.check, self._process = name, scratch.port(), None
        self._data = scratch.folder / name
        # Patroni merges the files of a folder. Only the owner of the usual folder of sockets can write there.
        self._settings = scratch.folder / f"{name}.settings"
        self._settings.mkdir()
        shutil.copy(CONFIGURATION, self._settings)
        (self._settings / "sockets.yml").write_text(
            f"postgresql: {{parameters: {{unix_socket_directories: '{scratch.folder}'}}}}\n"
        )
        self.env = {
            "PATRONI_NAME": name,
            "PATRONI_ETCD3_HOSTS": f"{LOOPBACK}:{etcd}",
            "PATRONI_RESTAPI_LISTEN": f"{LOOPBACK}:{self.check}",
            "PATRONI_RESTAPI_CONNECT_ADDRESS": f"{LOOPBACK}:{self.check}",
            "PATRONI_POSTGRESQL_LISTEN": f"{LOOPBACK}:{self.port}",
            "PATRONI_POSTGRESQL_CONNECT_ADDRESS": f"{LOOPBACK}:{self.port}",
            "PATRONI_POSTGRESQL_DATA_DIR": str(self._data),
            "PATRONI_POSTGRESQL_BIN_DIR": str(programs_of_postgres()),
            "PATRONI_POSTGRESQL_PGPASS": str(scratch.folder / f"{name}.pgpass"),
            "PATRONI_SUPERUSER_USERNAME": USER,
            "PATRONI_SUPERUSER_PASSWORD": PASSWORD,
            "PATRONI_REPLICATION_USERNAME": "replicator",
            "PATRONI_REPLICATION_PASSWORD": PASSWORD,
        }

    def start(self):
        self._process = self.scratch.start(self.name, ["patroni", self._settings], self.env, unprivileged=True)
        return self._process

    def is_primary(self):
        return status_of(self.check, "/primary") == 200

    def is_standby(self):
        return status_of(self.check, "/replica") == 200

    def is_synchronous(self):
        return status_of(self.check, "/sync") == 200

    def kill(self):
        """Kills Patroni and PostgreSQL, as the end of the machine would."""
        kill_all(int((self._data / "postmaster.pid").read_text().split()[0]))
        self._process.kill()


class PatroniPair:
    def __init__(self, scratch, synchronous):
        os.environ["PGPASSWORD"] = PASSWORD
        self._scratch, self._synchronous = scratch, synchronous
        etcd = self._start_etcd()
        self.servers = [Node(scratch, f"postgres-{n}", etcd) for n in (1, 2)]
        self.checks = [server.check for server in self.servers]
        self.primary, self.standby = self.servers
        self.primary.start().until("is the primary", self.primary.is_primary)
        if not synchronous:
            self.control("edit-config", "--force", "--set", "synchronous_mode=false")
        self.primary.query(f"CREATE DATABASE {USER}", database="postgres")
        self.rejoin()

    def _start_etcd(self):
        client, peer = (f"http://{LOOPBACK}:{self._scratch.port()}" for _ in range(2))
        command = [
            "etcd",
            "--data-dir",
            self._scratch.folder / "etcd",
            "--listen-client-urls",
            client,
            "--advertise-client-urls",
            client,
        ]
        command += [
            "--listen-peer-urls",
            peer,
            "--initial-advertise-peer-urls",
            peer,
            "--initial-cluster",
            f"default={peer}",
        ]
        port = int(client.rsplit(":", 1)[1])
        self._scratch.start("etcd", command).until("is healthy", lambda: status_of(port, "/health") == 200)
        return port

    def control(self, *arguments):
        """Runs patronictl."""
        env = {**os.environ, **self.servers[0].env}
        return self._scratch.run("patronictl", "--config-file", CONFIGURATION, *arguments, env=env, timeout=120)

    def lag(self):
        """Nothing: Patroni configures the replication, so that the script cannot stop it. The standby is behind by what is on its way."""

    def kill_primary(self):
        self.primary.kill()

    def fail_over(self):
        until(f"{self.standby.name} is promoted", self.standby.is_primary, 120)
        self.primary, self.standby = self.standby, self.primary

    def switch_over(self):
        members = json.loads(self.control("list", "--format", "json"))
        leader = next(member["Member"] for member in members if member["Role"] == "Leader")
        self.control("switchover", "--master", leader, "--candidate", self.standby.name, "--force")
        self.fail_over()

    def rejoin(self):
        """Starts the server that was killed, if it was, and waits until it is a standby."""
        if not self.standby.is_standby():
            self.standby.start()
        what = "synchronous standby" if self._synchronous else "standby"
        until(
            f"{self.standby.name} is a {what}",
            self.standby.is_synchronous if self._synchronous else self.standby.is_standby,
            120,
        )
