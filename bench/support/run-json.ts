import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs a file of this folder in its own process; gives it `order` and returns what it prints, both as JSON. */
export function runJson<T>(file: string, order: unknown): Promise<T> {
  const path = fileURLToPath(new URL(`./${file}`, import.meta.url));
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [path], { maxBuffer: 1e8 }, (error, stdout, stderr) => {
      if (stderr !== '') process.stderr.write(stderr);
      if (error) reject(error);
      else resolve(JSON.parse(stdout) as T);
    });
    child.stdin?.end(JSON.stringify(order));
  });
}
