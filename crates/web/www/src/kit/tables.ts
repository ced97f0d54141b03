// Tables that were dear to build, kept in the browser's storage: the next visit, and the next worker, has them.
import type { Solver } from '../wasm/slidewise.js';

const NAME = 'slidewise';
const STORE = 'tables';
/** More than this is not kept; the oldest go first. */
const MOST_BYTES = 160 << 20;

interface Kept {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  at: number;
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'name' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no storage'));
  });
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no storage'));
  });
}

/** Gives a solver all that is kept; what is damaged, or of another version, goes. How many there were. */
export async function restore(solver: Solver): Promise<number> {
  try {
    const database = await opened();
    const all = await done(database.transaction(STORE).objectStore(STORE).getAll() as IDBRequest<Kept[]>);
    let count = 0;
    for (const { name, bytes } of all) {
      try {
        solver.addTable(bytes);
        count++;
      } catch {
        await done(database.transaction(STORE, 'readwrite').objectStore(STORE).delete(name));
      }
    }
    database.close();
    return count;
  } catch {
    // Without storage, as in a private window, tables are built again.
    return 0;
  }
}

/** Keeps what a solver has and the storage has not. */
export async function keep(solver: Solver): Promise<void> {
  try {
    const database = await opened();
    const store = (mode: IDBTransactionMode): IDBObjectStore => database.transaction(STORE, mode).objectStore(STORE);
    const known = new Set(await done(store('readonly').getAllKeys()));
    for (const name of solver.tableNames().filter((one) => !known.has(one))) {
      const bytes = solver.table(name) as Uint8Array<ArrayBuffer> | undefined;
      if (bytes && bytes.length <= MOST_BYTES)
        await done(store('readwrite').put({ name, bytes, at: Date.now() } satisfies Kept));
    }
    const all = await done(store('readonly').getAll() as IDBRequest<Kept[]>);
    let bytes = 0;
    for (const kept of all.sort((a, b) => b.at - a.at)) {
      bytes += kept.bytes.length;
      if (bytes > MOST_BYTES) await done(store('readwrite').delete(kept.name));
    }
    database.close();
  } catch {
    // The storage is full, or not allowed: nothing is lost but the time to build them again.
  }
}
