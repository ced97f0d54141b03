// What the page and its workers say to each other.

export type ToWorker =
  | { do: 'start'; module: WebAssembly.Module }
  | { do: 'solve'; id: number; request: string; flag: string }
  | { do: 'race'; id: number; start: string }
  | { do: 'halt' };

export type FromWorker =
  | { what: 'ready'; id: number; tables: number }
  | { what: 'progress'; id: number; json: string }
  | { what: 'answer'; id: number; json: string }
  | { what: 'lanes'; id: number; json: string; running: boolean }
  | { what: 'error'; id: number; message: string };
