"""Runs what the GitHub action and the Compose file name, with the program at hand.

Usage: adoption.py PACKAGING PROGRAM CATALOGUE FOLDER
"""

import json
import os
import re
import signal
import subprocess
import sys
import tarfile
import urllib.error
import urllib.request
from pathlib import Path

import yaml

packaging, program, catalogue, folder = (Path(one).resolve() for one in sys.argv[1:])
direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def get(url, **headers):
    return json.load(direct.open(urllib.request.Request(url, headers=headers), timeout=30))


def end(process):
    """Ends a program and what it started in the background."""
    os.killpg(process.pid, signal.SIGTERM)
    process.wait(30)


# The action
action = yaml.safe_load((packaging / "action/action.yml").read_text())
(step,) = action["runs"]["steps"]
assert action["runs"]["using"] == "composite" and step["shell"] == "bash"
used = [re.fullmatch(r"\$\{\{ inputs\.([a-z-]+) \}\}", value)[1] for value in step["env"].values()]
assert sorted(used) == sorted(action["inputs"]), "each input is used, and each that is used is declared"
assert "${{" not in step["run"], "an input in the script could run commands"


def run_action(name, path, **inputs):
    home = folder / name
    home.mkdir()
    files = {one: home / one for one in ["GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH"]}
    environment = {variable: action["inputs"][one]["default"] for variable, one in zip(step["env"], used)}
    environment |= {variable: str(inputs[one]) for variable, one in zip(step["env"], used) if one in inputs}
    environment |= {one: str(file) for one, file in files.items()}
    environment |= {"PATH": path, "HOME": str(home), "TMPDIR": str(home), "LC_ALL": "C.UTF-8"}
    process = subprocess.Popen(
        ["bash", "-c", step["run"]], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        start_new_session=True, text=True)
    process.wait(120)
    said = "" if process.returncode == 0 else process.stdout.read()
    lines = [line.split("=", 1) for one in files.values() if one.exists() for line in one.read_text().splitlines()]
    return process, said, {line[0]: line[-1] for line in lines}


inputs = {"catalogue": catalogue, "bundle-id": "com.example.shop", "notify": "http://127.0.0.1:1/apple", "port": 0}
system = "/usr/local/bin:/usr/bin:/bin"
on_path = folder / "bin"
on_path.mkdir()
(on_path / "till").symlink_to(program)
process, said, outputs = run_action("path", f"{on_path}:{system}", options="--seed 7 --clock 2026-03-01", **inputs)
assert process.returncode == 0, said
assert outputs["TILL_URL"] == outputs["url"] and get(outputs["url"] + "/till/health")["ok"]
assert json.loads(Path(outputs["file"]).read_text())["bundleId"] == "com.example.shop"
for name, output in action["outputs"].items():
    assert output["value"] == "${{ steps.start.outputs.%s }}" % name and name in outputs
end(process)

packed = folder / "till.tar.xz"
with tarfile.open(packed, "w:xz") as archive:
    archive.add(on_path / "till", "till_1_linux/till")
process, said, outputs = run_action("tarball", system, tarball=packed, **inputs)
assert process.returncode == 0, said
assert get(outputs["url"] + "/till/health")["ok"] and any(Path(one, "till").exists() for one in outputs)
end(process)

process, said, outputs = run_action("wrong", f"{on_path}:{system}", options="--seed x", **inputs)
assert process.returncode == 1 and "--seed" in said, said
print("the action starts it")

# Compose
compose = yaml.safe_load((packaging / "compose.yaml").read_text())
service = compose["services"]["appstore"]
host_folder, inside, mode = service["volumes"][0].split(":")
assert mode == "ro" and f"--catalog={inside}/Shop.storekit" in service["command"]
assert compose["services"]["server"]["environment"]["APPSTORE_URL"] == "http://appstore:8421"
assert "appstore" in compose["services"]["server"]["depends_on"]
moved = {f"{inside}/Shop.storekit": catalogue, "/data": folder / "data", "/tmp/health": folder / "health"}


def words(command, **ports):
    for word in command:
        for path, local in moved.items():
            word = re.sub(f"={path}$", f"={local}", word)
        yield word.replace("8421", ports.get("port", "8421"))


environment = {**os.environ, **service["environment"]}
server = subprocess.Popen(
    [program, *words(service["command"]), "--port=0", "--json"], env=environment, stdout=subprocess.PIPE,
    stderr=subprocess.DEVNULL, start_new_session=True)
url = json.loads(server.stdout.readline())["url"]
kind, name, *check = service["healthcheck"]["test"]
assert (kind, name) == ("CMD", "till")
health = [program, *words(check, port=url.rsplit(":", 1)[1])]
assert subprocess.run(health, env=environment, stdout=subprocess.DEVNULL).returncode == 0, "healthy"
token = "Bearer " + compose["services"]["server"]["environment"]["TILL_CONTROL_TOKEN"]
answer = get(url + "/till/v1/identity", Host="appstore:8421", Authorization=token)
assert answer["url"] == "http://appstore:8421" and "PRIVATE KEY" in answer["privateKey"]
try:
    get(url + "/till/v1/identity", Host="appstore:8421")
    raise AssertionError("a container without the token is served")
except urllib.error.HTTPError as error:
    assert error.code in (401, 403)
end(server)
run = subprocess.run(health, env=environment, capture_output=True)
assert run.returncode != 0, "unhealthy once it has ended"
print("the containers reach it")
