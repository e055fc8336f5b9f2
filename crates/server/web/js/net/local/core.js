// @ts-check
// The host's side of the WebAssembly module, in a Worker of the page and in node. It is the program (`start`,
// `receive`) or an engine (`ask`); both take JSON, and bytes beside it.
/** @import { FromCore, ToCore } from "./messages.js" */

/** The module has panicked: the instance is not usable any more. */
class CorePanic extends Error {}

/**
 * Fetches a data file.
 * @param {string} base
 * @param {{ [name: string]: string }} files where they are, by their names
 * @param {string} name
 */
export async function fetchData(base, files, name) {
  const found = await fetch(new URL(files[name], base));
  if (!found.ok) throw new Error(`${name}: status ${found.status}`);
  return new Uint8Array(await found.arrayBuffer());
}

/**
 * @typedef {object} Host
 * @property {(update: string) => void} [onUpdate] Takes an update of running work, as JSON.
 * @property {() => boolean} [shouldStop] Whether running work is to end. It is asked often: read a shared flag or a
 *   clock, nothing more.
 * @property {(message: FromCore, data: Uint8Array) => void} [onMessage] Takes a message of the program. It must not
 *   call the program back at once.
 */

/** Size of the stack of a thread that helps searches, in bytes. */
const HELPER_STACK_BYTES = 2 << 20;

/** @typedef {{ stackEnd: number, data: number }} ThreadBlock */

/**
 * Makes an instance of the module.
 * @param {WebAssembly.Module} module
 * @param {Host} [host]
 * @param {WebAssembly.Memory} [shared] memory of a module with threads
 */
export async function instantiate(module, host = {}, shared) {
  const { onUpdate = () => {}, shouldStop = () => false, onMessage = () => {} } = host;
  /** @type {string | null} */
  let panic = null;
  /** @type {(address: number, length: number) => Uint8Array} */
  const view = (address, length) => new Uint8Array((shared ?? core.memory).buffer, address >>> 0, length);
  // What is in shared memory is copied first: browsers decode nothing else.
  /** @type {(address: number, length: number) => string} */
  const read = (address, length) =>
    new TextDecoder().decode(shared ? view(address, length).slice() : view(address, length));
  const imports = {
    monotonic_ms: () => performance.now(),
    wall_ms: () => Date.now(),
    random_bits: () => crypto.getRandomValues(new BigInt64Array(1))[0],
    /** @param {number} address @param {number} length */
    update: (address, length) => onUpdate(read(address, length)),
    should_stop: () => (shouldStop() ? 1 : 0),
    /** @param {number} address @param {number} length */
    panicked: (address, length) => {
      panic = read(address, length);
    },
    /** @param {number} address @param {number} length @param {number} data @param {number} dataLength */
    send: (address, length, data, dataLength) =>
      onMessage(JSON.parse(read(address, length)), view(data, dataLength).slice()),
  };
  const instance = await WebAssembly.instantiate(module, {
    damier: imports, ...(shared && { env: { memory: shared } }),
  });
  const core = /** @type {any} */ (instance.exports);

  /**
   * Copies bytes into a buffer of the module, which `allocate` makes.
   * @param {(length: number) => number} allocate
   * @param {Uint8Array} bytes
   */
  const write = (allocate, bytes) => {
    const address = allocate(bytes.length);
    view(address, bytes.length).set(bytes);
  };

  /**
   * Calls the module; a panic becomes an error that says why.
   * @template T
   * @param {() => T} call
   */
  const guard = (call) => {
    try {
      return call();
    } catch (error) {
      throw panic === null ? error : new CorePanic(panic, { cause: error });
    }
  };

  /** @param {string} message @param {Uint8Array} [data] */
  const put = (message, data) => {
    write(core.request_buffer, new TextEncoder().encode(message));
    if (data?.length) write(core.data_buffer, data);
  };

  return {
    /**
     * Answers a request of an engine, both as JSON; `data` is what `load-data` loads.
     * @param {string} request
     * @param {Uint8Array} [data]
     * @returns {string}
     */
    ask: (request, data) => {
      put(request, data);
      return guard(() => {
        const length = core.perform();
        return read(core.reply(), length);
      });
    },

    /**
     * Addresses of the stack and the data of a thread that another instance with the same memory is to be.
     * @returns {ThreadBlock}
     */
    threadBlock: () => {
      const length = core.__tls_size.value + core.__tls_align.value;
      const block = core.thread_block(HELPER_STACK_BYTES + length) >>> 0;
      const align = Math.max(core.__tls_align.value, 16);
      return { stackEnd: block + HELPER_STACK_BYTES, data: Math.ceil((block + HELPER_STACK_BYTES) / align) * align };
    },

    /**
     * Becomes a thread that helps the searches of another instance with the same memory, and does not return.
     * @param {ThreadBlock} block
     */
    help: ({ stackEnd, data }) => {
      core.__stack_pointer.value = stackEnd;
      core.__wasm_init_tls(data);
      guard(core.help);
    },

    /**
     * Starts the program.
     * @param {number} engines how much work it may give to engines at once
     * @param {[string, string][] | null} rows all rows that are stored, by their keys; without them nothing is stored
     * @returns {string[]} keys of rows that cannot be read
     */
    start: (engines, rows) => {
      write(core.data_buffer, new TextEncoder().encode(JSON.stringify(rows)));
      const { error, unreadable } = JSON.parse(guard(() => {
        const length = core.start(engines);
        return read(core.reply(), length);
      }));
      if (error) throw new Error(error);
      return unreadable;
    },

    /**
     * Passes a message to the program.
     * @param {ToCore} message
     * @param {Uint8Array} [data]
     * @returns {number | null} milliseconds after which it wants to be woken
     */
    receive: (message, data) => {
      put(JSON.stringify(message), data);
      const millis = guard(() => /** @type {number} */ (core.receive()));
      if (millis < -1) throw new Error(`no message: ${JSON.stringify(message)}`);
      return millis < 0 ? null : millis;
    },
  };
}
