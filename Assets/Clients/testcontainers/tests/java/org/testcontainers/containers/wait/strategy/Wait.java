package org.testcontainers.containers.wait.strategy;

public class Wait {
  public static String forHttp(String path) { return path; }
}
