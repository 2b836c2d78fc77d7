// A real server of the built program on a free port and a fresh database.
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The chance of every game: what a test meets does not depend on luck. */
const SEED = "2026";

const folders = [process.env.CARGO_TARGET_DIR, "../target"].filter((folder) => folder !== undefined);

/** The built program, or `null` where there is none: tests that need it are skipped by name. */
export const program = process.env.MAESTER_BIN ?? folders.flatMap((folder) => [join(folder, "release/maester"), join(folder, "debug/maester")]).find((path) => existsSync(path)) ?? null;

export interface Server {
  address: string;
  /** The file in which its games are, for what is done on the command line. */
  database: string;
  /** Ends the program and starts it again on the same database and port; meanwhile something may be done to the database's file. */
  restart: (change?: (database: string) => void) => Promise<void>;
  stop: () => Promise<void>;
}

function run(listen: string, database: string, flags: string[], env: Record<string, string>): Promise<{ child: ChildProcess; address: string }> {
  if (!program) throw new Error("there is no built program");
  const child = spawn(program, ["serve", "--listen", listen, "--database", database, "--seed", SEED, ...flags], { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  return new Promise((resolve, reject) => {
    let told = "";
    const hear = (data: Buffer) => {
      told += String(data);
      const address = told.match(/http:\/\/[\d.:]+/)?.[0];
      if (address) resolve({ child, address });
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", (data: Buffer) => (told += String(data)));
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${told}`)));
  });
}

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.on("exit", () => resolve());
    child.kill("SIGTERM");
  });

/** With these flags and this environment beside what every test's server has. */
export async function serve(flags: string[] = [], env: Record<string, string> = {}): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "maester-e2e-"));
  const database = join(folder, "games.sqlite");
  let { child, address } = await run("127.0.0.1:0", database, flags, env);
  return {
    address,
    database,
    restart: async (change) => {
      await ended(child);
      change?.(database);
      ({ child, address } = await run(address.replace("http://", ""), database, flags, env));
    },
    stop: async () => {
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
