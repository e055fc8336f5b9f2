// The host's side of the WebAssembly core, in a Worker of the page and in node: requests and replies are JSON.

/** The module has panicked: the instance is not usable any more. */
export class CorePanic extends Error {}

/**
 * @typedef {object} Host
 * @property {(update: any) => void} [onUpdate] Takes an update of running work.
 * @property {() => boolean} [shouldStop] Whether running work is to end. It is asked often: read a shared flag or a
 *   clock, nothing more.
 */

/**
 * Makes an instance of the core.
 * @param {WebAssembly.Module} module
 * @param {Host} [host]
 */
export async function instantiate(module, { onUpdate = () => {}, shouldStop = () => false } = {}) {
    /** @type {string | null} */
    let panic = null;
    const read = (address, length) =>
        new TextDecoder().decode(new Uint8Array(core.memory.buffer, address >>> 0, length));
    const { exports: core } = await WebAssembly.instantiate(module, {
        damier: {
            monotonic_ms: () => performance.now(),
            update: (address, length) => onUpdate(JSON.parse(read(address, length))),
            should_stop: () => (shouldStop() ? 1 : 0),
            panicked: (address, length) => {
                panic = read(address, length);
            },
        },
    });

    /** Copies bytes into a buffer of the module, which `allocate` makes. */
    const write = (allocate, bytes) => {
        const address = allocate(bytes.length) >>> 0;
        new Uint8Array(core.memory.buffer, address, bytes.length).set(bytes);
    };

    /**
     * Answers a request; `data` is what `load-data` loads.
     * @param {object} request
     * @param {Uint8Array} [data]
     */
    const ask = (request, data) => {
        write(core.request_buffer, new TextEncoder().encode(JSON.stringify(request)));
        if (data) write(core.data_buffer, data);
        try {
            const length = core.perform();
            return JSON.parse(read(core.reply(), length));
        } catch (error) {
            throw panic === null ? error : new CorePanic(panic, { cause: error });
        }
    };
    return { ask };
}
