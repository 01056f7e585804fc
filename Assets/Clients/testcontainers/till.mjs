import { GenericContainer, Wait } from "testcontainers";

const token = "only-for-tests";

/** Starts an App Store with the products of a .storekit file. Needs the image that Assets/package --image makes. */
export async function startTill(catalogue, bundleId) {
  const container = await new GenericContainer("till")
    .withCopyFilesToContainer([{ source: catalogue, target: "/tmp/Shop.storekit" }])
    .withCommand(["serve", "--empty", "--catalog", "/tmp/Shop.storekit", "--bundle-id", bundleId, "--store", "/data",
      "--host", "0.0.0.0"])
    .withEnvironment({ TILL_CONTROL_TOKEN: token })
    .withExposedPorts(8421)
    .withWaitStrategy(Wait.forHttp("/till/health", 8421))
    .start();
  const url = `http://${container.getHost()}:${container.getMappedPort(8421)}`;

  async function ask(path, body) {
    const answer = await fetch(url + path, {
      method: body ? "POST" : "GET",
      headers: { Authorization: `Bearer ${token}`, ...(body && { "Content-Type": "application/json" }) },
      body: body && JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  }

  return {
    url,
    /** What Apple's client and verifier need: privateKey, keyId, issuerId, rootCertificate. */
    identity: () => ask("/till/v1/identity"),
    /** Calls a verb of the App Store's side, such as `verb("buy", { product: "plus" })`. */
    verb: (name, body = {}) => ask(`/till/v1/verb/${name}`, body),
    stop: () => container.stop(),
  };
}
