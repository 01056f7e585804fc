package org.testcontainers.containers;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/** A stand-in for Testcontainers: a "container" is the program at TILL, with the container's paths moved into a folder. */
public class GenericContainer<Self> implements AutoCloseable {
  private final ProcessBuilder builder = new ProcessBuilder();
  private final Path folder;
  private List<String> command = List.of();
  private String health;
  private Process process;
  private int inside;
  private int port;

  public GenericContainer(DockerImageName image) {
    if (!image.name().equals("till")) throw new IllegalArgumentException(image.name());
    try { folder = Files.createTempDirectory("container-"); } catch (IOException error) { throw new RuntimeException(error); }
  }

  private String local(String path) { return path.startsWith("/") ? folder + path.replace("/", "_") : path; }

  public void withCopyFileToContainer(MountableFile file, String path) {
    try { Files.copy(Path.of(file.path()), Path.of(local(path))); }
    catch (IOException error) { throw new RuntimeException(error); }
  }

  public void withCommand(String... words) { command = Arrays.asList(words); }
  public void withEnv(String name, String value) { builder.environment().put(name, value); }
  public void withExposedPorts(int port) { inside = port; }
  public void waitingFor(String path) { health = path; }
  protected void configure() {}
  public String getHost() { return "localhost"; }
  public int getMappedPort(int port) { return port == inside ? this.port : 0; }

  public void start() throws Exception {
    configure();
    List<String> words = new ArrayList<>(List.of(System.getenv("TILL")));
    for (String word : command) words.add(local(word));
    words.addAll(List.of("--port", "0", "--json"));
    process = builder.command(words).redirectError(new File("/dev/null")).start();
    String line = process.inputReader().readLine();
    port = new java.net.URI(line.split("\"")[3]).getPort();
    new java.net.URI("http://localhost:" + port + health).toURL().openStream().close();
  }

  @Override public void close() throws Exception {
    process.destroy();
    process.waitFor();
  }
}
