"""Generates a Python client from the OpenAPI description of the control API, and buys with it.

The client has a class for each schema and a method for each operation. An answer is an error if it lacks a required
member, or has a member of another type. Only the standard library is needed."""

import json
import keyword
import sys
import urllib.request

TYPES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
HEAD = '''import dataclasses, json, urllib.request
from typing import Any


def read(kind, value):
    """A value in the type that the description gives it."""
    if isinstance(kind, list):
        assert isinstance(value, list), value
        return [read(kind[0], one) for one in value]
    if isinstance(kind, dict):
        assert isinstance(value, dict), value
        return {name: read(kind[""], one) for name, one in value.items()}
    if dataclasses.is_dataclass(kind):
        assert isinstance(value, dict), (kind, value)
        lacking = [name for name in kind.REQUIRED if name not in value]
        assert not lacking, (kind, lacking, value)
        return kind(**{
            name.replace("-", "_"): read(kind.KINDS[name], value[name]) for name in kind.KINDS if name in value})
    assert kind is None or isinstance(value, kind), (kind, value)
    return value
'''


def name_of(text):
    name = text.replace("-", "_")
    return name + "_" if keyword.iskeyword(name) else name


class Generator:
    def __init__(self, document):
        self.document = document
        self.classes = []

    def kind(self, schema, name):
        """Returns the expression by which the generated function `read` gets a type."""
        if "$ref" in schema:
            return schema["$ref"].split("/")[-1]
        if schema.get("type") == "array":
            return "[" + self.kind(schema["items"], name + "Item") + "]"
        if schema.get("properties"):
            return self.make(name, schema)
        if "additionalProperties" in schema and schema["additionalProperties"] is not False:
            return '{"": ' + self.kind(schema["additionalProperties"], name + "Value") + "}"
        return TYPES.get(schema.get("type"), "None")

    def make(self, name, schema):
        lines = ["@dataclasses.dataclass", f"class {name}:"]
        kinds = {member: self.kind(inner, name + member[:1].upper() + member[1:])
                 for member, inner in schema["properties"].items()}
        lines += [f"    {name_of(member)}: Any = None" for member in kinds]
        self.classes.append("\n".join(lines) + "\n")
        pairs = ", ".join(f'"{member}": {kind}' for member, kind in kinds.items())
        self.classes.append(f"{name}.KINDS = {{{pairs}}}\n{name}.REQUIRED = {schema.get('required', [])!r}\n")
        return name

    def method(self, path, verb, operation):
        schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        required = schema.get("required", []) if schema else []
        members = list(schema.get("properties", {})) if schema else []
        inside = [part[1:-1] for part in path.split("/") if part.startswith("{")]
        given = inside + [name_of(member) for member in required] + [
            name_of(member) + "=None" for member in members if member not in required]
        status, answer = next((status, one) for status, one in operation["responses"].items() if status != "default")
        kind = self.kind(answer["content"]["application/json"]["schema"], name_of(operation["operationId"]))
        body = "{" + ", ".join(f'"{member}": {name_of(member)}' for member in members) + "}" if schema else "None"
        return (f"    def {name_of(operation['operationId'])}(self{''.join(', ' + one for one in given)}):\n"
                f"        return self.ask('{verb.upper()}', f'{path}', {body}, {status}, {kind})\n")

    def text(self):
        for name, schema in self.document["components"]["schemas"].items():
            if schema.get("properties"):
                self.make(name, schema)
        methods = [self.method(path, verb, operation) for path, item in self.document["paths"].items()
                   for verb, operation in item.items() if verb != "parameters"]
        client = '''
class Client:
    def __init__(self, url):
        self.url = url

    def ask(self, method, path, body, status, kind):
        data = None if body is None else json.dumps({k: v for k, v in body.items() if v is not None}).encode()
        request = urllib.request.Request(
            self.url + path, data=data, method=method, headers={"Content-Type": "application/json"})
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as answer:
            assert answer.status == status, answer.status
            return read(kind, json.load(answer))

'''
        return HEAD + "\n" + "\n".join(self.classes) + client + "\n".join(methods)


def main():
    url, catalogue = sys.argv[1], sys.argv[2]
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url + "/till/openapi.json") as answer:
        text = Generator(json.load(answer)).text()
    module = {}
    exec(compile(text, "client.py", "exec"), module)
    world = module["Client"](url).make_world(name="generated", catalogue=json.loads(catalogue), clock="2026-03-01")
    client = module["Client"](world.url)
    assert world.privateKey.startswith("-----BEGIN PRIVATE KEY-----"), world
    bought = client.buy(product="pro")
    assert type(bought).__name__ == "BuyAnswer" and bought.transactionId.isdigit() and bought.pending is None, bought
    subscription = client.buy(product="plus")
    client.refund_approve(transaction=bought.transactionId, percentage=50)
    assert client.transactions_txn(transaction=bought.transactionId).transaction.revocationDate > 0
    moved = client.advance(duration="40d")
    rows = client.subscriptions().subscriptions
    assert [row.originalTransactionId for row in rows] == [subscription.transactionId], rows
    assert rows[0].renewals == 1 and rows[0].expiresDate > moved.now
    assert client.pause(on=False).paused is False and client.pause(on=True).paused is True
    client.ask_to_buy(on=True)
    waits = client.buy(product="coins")
    assert waits.pending is True
    assert [row.transactionId for row in client.pending().pending] == [waits.transactionId]
    assert client.approve(transaction=waits.transactionId).productId == "coins"
    client.notifications_test()
    told = client.notifications().notifications
    assert told[0].notificationType == "TEST" and told[0].sendAttempts == []
    assert client.wait_idle(seconds=5).notificationsWaiting == len(told)
    receipt = client.receipt()
    assert len(receipt.files[receipt.file]) > 100
    assert client.identity().keyId == world.keyId
    assert client.requests().count == 0 and client.health().bundleId == world.bundleId
    module["Client"](url).delete_world("generated")
    print(f"a client of {text.count(chr(10))} lines was made and used")


main()
