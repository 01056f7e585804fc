"""A client that knows only the OpenAPI description: it calls every operation of /till/openapi.json, and checks every
answer against the schema in the description."""

import json
import sys
import urllib.error
import urllib.request

import jsonschema

url = sys.argv[1]
document = json.load(urllib.request.urlopen(url + "/till/openapi.json"))
try:
    import openapi_spec_validator

    openapi_spec_validator.validate(document)
except ImportError:
    pass


def sample(schema):
    """Returns a value that a schema allows."""
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type", "string")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        return {name: sample(schema["properties"][name]) for name in schema.get("required", [])}
    if kind == "array":
        return []
    if kind == "integer":
        return schema.get("minimum", 1)
    return {"boolean": True}.get(kind, "2d" if "pattern" in schema else "x")


def call(method, path, body):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(
        url + path, data=data, method=method.upper(), headers={"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def check(operation, status, answer):
    responses = operation["responses"]
    response = responses.get(str(status), responses["default"])
    schema = dict(response["content"]["application/json"]["schema"], components=document["components"])
    jsonschema.validate(answer, schema)


done = refused = 0
for path, item in document["paths"].items():
    for method, operation in item.items():
        if method == "parameters":
            continue
        body = None
        if "requestBody" in operation:
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            jsonschema.Draft202012Validator.check_schema(schema)
            body = sample(schema)
            jsonschema.validate(body, schema)
        status, answer = call(method, path.replace("{name}", "x"), body)
        assert status < 500 and status != 401, (path, status, answer)
        assert "there is no verb" not in json.dumps(answer), (path, answer)
        check(operation, status, answer)
        done, refused = (done + 1, refused) if status < 300 else (done, refused + 1)
        if path.startswith("/till/v1/verb/"):
            status, answer = call(method, path, dict(body, nothing_that_there_is=1))
            assert status == 400, (path, status, answer)
            check(operation, status, answer)
assert done >= 40, (done, refused)
print(f"every operation answers as described: {done} done, {refused} refused")
