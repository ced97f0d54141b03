// What a worker says to the page.
import type { FromMember, FromWorker } from './messages';

export const tell = (message: FromWorker | FromMember, transfer: Transferable[] = []): void =>
  postMessage(message, { transfer });

/** Refusals are told. A trap leaves the module in an unknown state: it is thrown on, which ends the worker. */
export function failed(id: number, error: unknown): void {
  if (error instanceof WebAssembly.RuntimeError) {
    reportError(error);
    return;
  }
  tell({ what: 'error', id, message: error instanceof Error ? error.message : String(error) });
}
