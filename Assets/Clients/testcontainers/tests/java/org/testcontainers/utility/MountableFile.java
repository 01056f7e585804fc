package org.testcontainers.utility;

public record MountableFile(String path) {
  public static MountableFile forHostPath(String path) { return new MountableFile(path); }
}
