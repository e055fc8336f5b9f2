// @ts-check
// A socket to the core in this browser, beside the server that answers the page.
/** @import { Local } from "./local/index.js" */

import { openCore } from "./transport.js";

/** Close code of a socket to a core that cannot be loaded: that of a connection that was lost. */
const LOST_CODE = 1006;

/** Socket to the core, which may still have to be loaded. It has of `WebSocket` what the page uses. */
export class CoreSocket {
  /** @param {string} path @param {() => Promise<Local>} [open] */
  constructor(path, open = openCore) {
    /** @type {WebSocket | null} */
    this.socket = null;
    this.closed = false;
    /** @type {(() => void) | null} */
    this.onopen = null;
    /** @type {((event: { data: unknown }) => void) | null} */
    this.onmessage = null;
    /** @type {((event: { code: number }) => void) | null} */
    this.onclose = null;
    /** @type {(() => void) | null} */
    this.onerror = null;
    open().then((local) => this.connect(new local.Socket(path)), () => this.end(LOST_CODE));
  }

  /** @param {WebSocket} socket */
  connect(socket) {
    if (this.closed) return socket.close();
    this.socket = socket;
    socket.onopen = () => this.onopen?.();
    socket.onmessage = (event) => this.onmessage?.(event);
    socket.onclose = ({ code }) => this.end(code);
    socket.onerror = () => this.onerror?.();
  }

  /** @param {number} code */
  end(code) {
    if (this.closed) return;
    this.closed = true;
    this.onclose?.({ code });
  }

  /** 0 while it connects, 1 when it is open, 3 when it is closed. */
  get readyState() {
    return this.closed ? 3 : (this.socket?.readyState ?? 0);
  }

  /** @param {string} data */
  send(data) {
    this.socket?.send(data);
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }
}

/**
 * Opens a socket to the core in this browser, whatever else answers the page.
 * @param {string} path
 */
export const openLocalSocket = (path) => /** @type {WebSocket} */ (/** @type {unknown} */ (new CoreSocket(path)));
