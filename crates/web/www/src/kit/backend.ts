// Loads the back end once; the compiled module and the worker's script are handed to every worker, so that nothing is
// fetched after the page has loaded.
import wasmUrl from '../wasm/slidewise_bg.wasm?url';
import workerUrl from './worker.ts?worker&url';
import { catalogue as catalogueJson, initSync, Play, Solver } from '../wasm/slidewise.js';
import type { Catalogue } from './types';

export { Play, Solver };

export interface Backend {
  module: WebAssembly.Module;
  worker: string;
  catalogue: Catalogue;
}

let loading: Promise<Backend> | null = null;

/** Loads it; whoever asks again gets the same. */
export function load(): Promise<Backend> {
  loading ??= fetchAll().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function fetchAll(): Promise<Backend> {
  const [module, script] = await Promise.all([compile(), fetched(workerUrl).then((response) => response.blob())]);
  initSync({ module });
  const worker = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  return { module, worker, catalogue: JSON.parse(catalogueJson()) as Catalogue };
}

async function fetched(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response;
}

/** While it comes in, if the server says that it is WebAssembly; otherwise after it has. */
async function compile(): Promise<WebAssembly.Module> {
  const response = await fetched(wasmUrl);
  const streams = response.headers.get('content-type')?.startsWith('application/wasm') ?? false;
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
