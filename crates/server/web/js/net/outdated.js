// @ts-check
// A page of another protocol version than the server's: it loads itself again, once.

/** Session storage key: the protocol version of the page that was last loaded again. */
const RELOADED = "damier-reloaded-protocol";

/**
 * Loads the page again, unless a page of the same protocol version has done so already in this tab: then
 * the new page is no newer, and loading it again would never end. Returns whether it does.
 * @param {number} protocol the version that the page speaks
 * @param {() => Storage} [storage]
 * @param {() => void} [reload]
 */
export function reloadOnce(protocol, storage = () => sessionStorage, reload = () => location.reload()) {
  try {
    if (storage().getItem(RELOADED) === String(protocol)) return false;
    storage().setItem(RELOADED, String(protocol));
  } catch {
    // Nothing can be remembered here, so nothing would end the reloads.
    return false;
  }
  reload();
  return true;
}
