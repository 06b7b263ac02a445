import { base } from './base.ts';

/** Reads a file that the build wrote beside the app, or an answer of the server in its place. */
export async function readAsset<T>(file: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(`${base}/assets/${file}`, signal ? { signal } : {});
  if (!response.ok) throw new Error(`${response.url} could not be loaded (status ${response.status}).`);
  return response.json();
}
