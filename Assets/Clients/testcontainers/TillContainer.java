import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/** An App Store for one test class, with the products of a .storekit file. Needs the image that Assets/package --image makes. */
public class TillContainer extends GenericContainer<TillContainer> {
  private static final String TOKEN = "only-for-tests";
  private final String bundleId;

  public TillContainer(String catalogue, String bundleId) {
    super(DockerImageName.parse("till"));
    this.bundleId = bundleId;
    withCopyFileToContainer(MountableFile.forHostPath(catalogue), "/tmp/Shop.storekit");
    withEnv("TILL_CONTROL_TOKEN", TOKEN);
    withExposedPorts(8421);
    waitingFor(Wait.forHttp("/till/health"));
  }

  @Override protected void configure() {
    withCommand("serve", "--empty", "--catalog", "/tmp/Shop.storekit", "--bundle-id", bundleId, "--store", "/data",
        "--host", "0.0.0.0", "--allow-host", getHost());
  }

  /** The base URL of the App Store Server API. */
  public String url() { return "http://" + getHost() + ":" + getMappedPort(8421); }

  /** What Apple's client and verifier need, as JSON: privateKey, keyId, issuerId, rootCertificate. */
  public String identity() throws IOException, InterruptedException { return ask("/till/v1/identity", null); }

  /** Calls a verb of the App Store's side, such as buy with {"product": "plus"}, and returns its JSON answer. */
  public String verb(String name, String json) throws IOException, InterruptedException {
    return ask("/till/v1/verb/" + name, json);
  }

  private String ask(String path, String json) throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url() + path)).header("Authorization", "Bearer " + TOKEN);
    if (json != null) {
      request.header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(json));
    }
    HttpResponse<String> answer = HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() >= 400) throw new IOException(answer.body());
    return answer.body();
  }
}
