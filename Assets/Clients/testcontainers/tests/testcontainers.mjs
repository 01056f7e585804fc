// A stand-in for the package testcontainers: a "container" is the program at TILL, with the container's paths moved
// into a folder of its own.
import { spawn } from "node:child_process";
import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const Wait = { forHttp: (path, port) => ({ path, port }) };

export class GenericContainer {
  files = [];
  constructor(image) { if (image !== "till") throw new Error(image); }
  withCopyFilesToContainer(files) { this.files = files; return this; }
  withCommand(command) { this.command = command; return this; }
  withEnvironment(environment) { this.environment = environment; return this; }
  withExposedPorts(port) { this.port = port; return this; }
  withWaitStrategy(wait) { this.wait = wait; return this; }

  async start() {
    const folder = mkdtempSync(join(tmpdir(), "container-"));
    const local = (path) => folder + path.replaceAll("/", "_");
    for (const { source, target } of this.files) copyFileSync(source, local(target));
    const command = this.command.map((word) => word.startsWith("/") ? local(word) : word);
    const program = spawn(process.env.TILL, [...command, "--port", "0", "--json"], {
      env: { ...process.env, ...this.environment }, stdio: ["ignore", "pipe", "inherit"],
    });
    const port = await new Promise((resolve, reject) => {
      let text = "";
      program.stdout.on("data", (part) => {
        text += part;
        if (text.includes("\n")) resolve(Number(new URL(JSON.parse(text).url).port));
      });
      program.on("exit", (status) => reject(new Error(`the container ended with ${status}`)));
    });
    const health = await fetch(`http://127.0.0.1:${port}${this.wait.path}`);
    if (this.wait.port !== this.port || !health.ok) throw new Error("not healthy");
    return {
      getHost: () => "localhost",
      getMappedPort: (inside) => inside === this.port ? port : 0,
      stop: () => new Promise((resolve) => { program.on("exit", resolve); program.kill(); }),
    };
  }
}
