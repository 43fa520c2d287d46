// Serves the fixture, runs the suite for each revision, and reads what its checks found.

import { spawn } from "node:child_process";
import { readFileSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [work, program, ...only] = process.argv.slice(2);
const suite = join(work, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
const revisions = ["2025-11-25", "2026-07-28"];
// An extension that is not served.
const excluded = (scenario) => scenario.startsWith("tasks-");

/** Starts the fixture on a port of its own; gives its address once it says so. */
function serve() {
  const server = spawn(program, ["--http", "127.0.0.1:0"], {
    env: { RUST_LOG: "info", ...process.env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const log = [];
  const url = new Promise((resolve, reject) => {
    let text = "";
    server.stderr.on("data", (chunk) => {
      log.push(chunk);
      text += chunk;
      const address = text.match(/http:\/\/\S+/);
      if (address) resolve(address[0]);
    });
    server.on("error", reject);
    server.on("exit", (status) => reject(new Error(`the server ended with ${status}:\n${text}`)));
  });
  return { server, url, log };
}

/** Runs the suite to its end. Its own verdict does not matter: it knows no warnings. */
function run(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [suite, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    child.stdout.on("data", (chunk) => (text += chunk));
    child.stderr.on("data", (chunk) => (text += chunk));
    child.on("error", reject);
    child.on("exit", () => resolve(text));
  });
}

/** What `allowed` names: `revision scenario check`, then why. */
function allowances() {
  const text = readFileSync(join(dirname(fileURLToPath(import.meta.url)), "allowed"), "utf8");
  const lines = text.split("\n").filter((line) => line.trim() && !line.startsWith("#"));
  return new Set(lines.map((line) => line.split(/\s+/).slice(0, 3).join(" ")));
}

const fixture = serve();
const allowed = allowances();
const used = new Set();
let problems = 0;
let passed = 0;
const say = (line) => process.stdout.write(`${line}\n`);

try {
  const url = await fixture.url;
  for (const revision of revisions) {
    const output = join(work, `results-${revision}`);
    rmSync(output, { recursive: true, force: true });
    const text = await run(["server", "--url", url, "--requirements", revision, "-o", output]);
    let folders = [];
    try {
      folders = readdirSync(output).sort();
    } catch {
      problems += 1;
      say(`${revision}: the suite gave no results\n${text}`);
    }
    const scenarios = new Set();
    for (const folder of folders) {
      const scenario = folder.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, "");
      if (excluded(scenario) || (only.length > 0 && !only.includes(scenario))) continue;
      scenarios.add(scenario);
      for (const check of JSON.parse(readFileSync(join(output, folder, "checks.json"), "utf8"))) {
        if (check.status === "SUCCESS") passed += 1;
        if (check.status !== "FAILURE" && check.status !== "WARNING") continue;
        const key = `${revision} ${scenario} ${check.id}`;
        if (allowed.has(key)) {
          used.add(key);
          continue;
        }
        problems += 1;
        say(`${check.status} ${key}\n    ${check.errorMessage ?? check.description}`);
      }
    }
    say(`${revision}: ${scenarios.size} scenarios`);
    if (only.length === 0 && scenarios.size < 30) {
      problems += 1;
      say(`${revision}: too few scenarios ran\n${text}`);
    }
  }
  for (const key of allowed) {
    if (only.length === 0 && !used.has(key)) {
      problems += 1;
      say(`allowed, and not needed any more: ${key}`);
    }
  }
} finally {
  fixture.server.removeAllListeners("exit");
  fixture.server.kill();
}

say(`${passed} checks passed, ${problems} problems, ${used.size} allowed`);
if (problems > 0) {
  say(`the server said:\n${Buffer.concat(fixture.log)}`);
  process.exitCode = 1;
}
