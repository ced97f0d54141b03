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

/**
 * To a worker in a team: `join` a search with these tables (and make it fast, if there is time), `lead` it, take a
 * `part`, `unite` them, or `rest`.
 */
export type ToMember =
  | { do: 'join'; id: number; request: string; tables: [name: string, bytes: Uint8Array][]; warm?: boolean }
  | { do: 'lead'; id: number; parts: number }
  | { do: 'part'; id: number; part: string }
  | { do: 'unite'; id: number; reports: string[] }
  | { do: 'rest' };

export type FromMember =
  | { what: 'ready'; id: number; tables: number }
  | { what: 'joined'; id: number }
  | { what: 'turn'; id: number; json: string }
  | { what: 'parts'; id: number; parts: string[]; tables: [name: string, bytes: Uint8Array][] }
  | { what: 'error'; id: number; message: string };
